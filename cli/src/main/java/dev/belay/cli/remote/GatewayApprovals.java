package dev.belay.cli.remote;

import dev.belay.mcp.envelope.JsonObject;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Sees the calls of a running gateway that wait for a person's decision, and decides.
 *
 * <p>Safe for use by many threads.
 */
public final class GatewayApprovals {
  private static final String APPROVALS = "/api/approvals";
  private static final String RULES = APPROVALS + "/rules";

  private final RunningGateway gateway;

  /** Creates a client of the gateway; nothing is sent yet. */
  public GatewayApprovals(RunningGateway gateway) {
    this.gateway = gateway;
  }

  /**
   * {@return the answer of {@code GET /api/approvals}}
   *
   * @param isOver whether it has those that are over in place of those that wait
   */
  public byte[] list(boolean isOver) throws GatewayTrouble, InterruptedException {
    return asked(gateway.to(APPROVALS + (isOver ? "?state=over" : "")));
  }

  /** {@return the answer of {@code GET /api/approvals/rules}} */
  public byte[] rules() throws GatewayTrouble, InterruptedException {
    return asked(gateway.to(RULES));
  }

  /** {@return the ids that a word means: all whose digits begin with it; a whole id is itself} */
  public List<String> meant(String word) throws GatewayTrouble, InterruptedException {
    return word.contains("-")
        ? List.of(word)
        : Stream.of(list(/* isOver= */ false), list(/* isOver= */ true))
            .flatMap(answer -> ApprovalRow.list(answer).stream())
            .map(ApprovalRow::id)
            .filter(id -> RemoteCall.isMeant(id, word))
            .toList();
  }

  /** {@return the answer of {@code GET /api/approvals/ID}; null if there is none} */
  public byte @Nullable [] find(String id) throws GatewayTrouble, InterruptedException {
    return known(gateway.to(APPROVALS + "/" + RunningGateway.encoded(id)));
  }

  /**
   * {@return how it stands after the decision; null if no such call waits}
   *
   * @param verdict {@code approve} or {@code deny}
   */
  public byte @Nullable [] decide(String id, String verdict, String scope, String reason)
      throws GatewayTrouble, InterruptedException {
    return decide(id, verdict, scope, null, reason);
  }

  /**
   * {@return how it stands after the decision; null if no such call waits}
   *
   * @param verdict {@code approve} or {@code deny}
   * @param holds how long it holds in all sessions; null for the session of the call alone
   */
  public byte @Nullable [] decide(
      String id, String verdict, String scope, @Nullable Duration holds, String reason)
      throws GatewayTrouble, InterruptedException {
    var body = JsonObject.empty().setText("scope", scope);
    if (holds != null) {
      body.set("for", Long.toString(holds.toSeconds()).getBytes(StandardCharsets.US_ASCII));
    }
    if (!reason.isEmpty()) {
      body.setText("reason", reason);
    }
    return known(
        gateway
            .to(APPROVALS + "/" + RunningGateway.encoded(id) + "/" + verdict)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofByteArray(body.json())));
  }

  /** {@return the rule, which holds no longer; null if there is none} */
  public byte @Nullable [] revoke(String rule) throws GatewayTrouble, InterruptedException {
    return known(gateway.to(RULES + "/" + RunningGateway.encoded(rule)).DELETE());
  }

  private byte[] asked(HttpRequest.Builder request) throws GatewayTrouble, InterruptedException {
    return gateway.good(
        gateway.ask(request.header("Accept", "application/json"), gateway.withToken()));
  }

  private byte @Nullable [] known(HttpRequest.Builder request)
      throws GatewayTrouble, InterruptedException {
    var answer = gateway.ask(request.header("Accept", "application/json"), gateway.withToken());
    return answer.status() == 404 ? null : gateway.good(answer);
  }
}
