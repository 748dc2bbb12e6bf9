package dev.belay.cli.remote;

import dev.belay.core.call.Outcome;
import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Reads what has happened on a running gateway: calls that ended, and the events of its journal.
 *
 * <p>Safe for use by many threads.
 */
public final class GatewayHistory {
  /** An id of no run of any gateway: everything that is remembered is new behind it. */
  public static final String BEGINNING = "00000000-0";

  private final RunningGateway gateway;

  /** Creates a client of the gateway; nothing is sent yet. */
  public GatewayHistory(RunningGateway gateway) {
    this.gateway = gateway;
  }

  /** {@return the newest page of {@code GET /api/history}} */
  public byte[] ended(int most) throws GatewayTrouble, InterruptedException {
    var request = gateway.to("/api/history?limit=" + most).header("Accept", "application/json");
    return gateway.good(gateway.ask(request, gateway.withToken()));
  }

  /** {@return what is remembered of one call; null if nothing is} */
  public @Nullable JsonFields story(String id) throws GatewayTrouble, InterruptedException {
    return known("/api/history/" + RunningGateway.encoded(id));
  }

  /** {@return a server; null if there is no such server, or the token may not see it} */
  public @Nullable JsonFields server(String name) throws GatewayTrouble, InterruptedException {
    return known("/api/servers/" + RunningGateway.encoded(name));
  }

  private @Nullable JsonFields known(String path) throws GatewayTrouble, InterruptedException {
    var request = gateway.to(path).header("Accept", "application/json");
    var answer = gateway.ask(request, gateway.withToken());
    return answer.status() == 404 || answer.status() == 403
        ? null
        : JsonFields.of(gateway.good(answer));
  }

  /** {@return the number of the newest event; empty if there is none} */
  public OptionalLong newest() throws GatewayTrouble, InterruptedException {
    return number(JsonFields.of(gateway.calls()).text("as_of"));
  }

  /** {@return the number in the id of an event; empty if there is none} */
  public static OptionalLong number(String id) {
    try {
      long number = Long.parseLong(id.substring(id.indexOf('-') + 1));
      return number < 0 ? OptionalLong.empty() : OptionalLong.of(number);
    } catch (NumberFormatException _) {
      return OptionalLong.empty();
    }
  }

  /**
   * {@return the events after that one, and those to come}
   *
   * @param after the id of an event; null to begin with the next one
   */
  public ServerEvents events(@Nullable String after)
      throws GatewayTrouble, InterruptedException, IOException {
    var request = gateway.toWhatTakesLong("/api/events");
    if (after != null) {
      request.header("Last-Event-ID", after);
    }
    var head = gateway.open(request);
    if (head.statusCode() != 200) {
      try (var body = head.body()) {
        var _ = gateway.good(new RunningGateway.Answer(head.statusCode(), body.readAllBytes()));
      }
    }
    return new ServerEvents(head.body());
  }

  /**
   * A call that has ended, as {@code GET /api/history} reports it.
   *
   * @param arguments the beginning of its arguments; null where they are not remembered
   * @param outcome how it ended, where {@link Outcome#ERROR} is a result that reports one; empty if
   *     that is not known
   * @param detail the kind, limit, cause or gate within the outcome; may be empty
   * @param endedAt when it ended, as ISO-8601; empty if that is not known
   * @param ran how long it ran, in seconds; null if that is not known
   */
  public record EndedCall(
      String id,
      String tool,
      @Nullable String upstream,
      String principal,
      @Nullable String client,
      @Nullable String arguments,
      String outcome,
      String detail,
      String by,
      String endedAt,
      @Nullable Double ran) {
    /** {@return the calls in the answer} */
    public static List<EndedCall> list(byte[] answer) throws GatewayTrouble {
      var body = JsonFields.of(answer);
      if (body.items("calls") == null) {
        throw new GatewayTrouble("the history cannot be read; is that a belay serve?");
      }
      return body.list("calls").stream().map(EndedCall::of).toList();
    }

    private static String outcome(JsonFields call) {
      return call.text("detail").equals(Outcome.ERROR)
          ? Outcome.ERROR
          : call.text("outcome").replace('_', ' ');
    }

    private static EndedCall of(JsonFields call) {
      return new EndedCall(
          call.text("id"),
          call.text("tool"),
          call.find("upstream"),
          call.text("principal"),
          call.find("client"),
          call.find("arguments"),
          outcome(call),
          call.text("detail"),
          call.text("by"),
          call.text("ended_at"),
          call.number("ran_s"));
    }
  }
}
