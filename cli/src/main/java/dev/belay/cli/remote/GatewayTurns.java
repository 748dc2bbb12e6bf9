package dev.belay.cli.remote;

import dev.belay.cli.remote.RunningGateway.Answer;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;

/**
 * Starts, follows and aborts turns of a running gateway.
 *
 * <p>Safe for use by many threads.
 */
public final class GatewayTurns {
  private static final String TURNS = "/api/turns";

  private final RunningGateway gateway;

  /** Creates a client of the gateway; nothing is sent yet. */
  public GatewayTurns(RunningGateway gateway) {
    this.gateway = gateway;
  }

  /** {@return where the gateway listens} */
  public String address() {
    return gateway.address();
  }

  /**
   * Runs a turn to its end; ending the wait aborts the turn.
   *
   * @return every result; or status 400 or 409 with the reason why the turn was refused
   */
  public Answer run(byte[] body) throws GatewayTrouble, InterruptedException {
    var request = gateway.toWhatTakesLong(TURNS).header("Accept", "application/json");
    var answer = gateway.ask(posted(request, body), gateway.withToken());
    return switch (answer.status()) {
      case 400, 409 -> answer;
      default -> new Answer(200, gateway.good(answer));
    };
  }

  /** {@return the turns that run, the oldest first} */
  public List<ActiveTurn> active() throws GatewayTrouble, InterruptedException {
    return listed(asked(TURNS + "/active"), "turns").stream()
        .map(turn ->
            new ActiveTurn(
                turn.text("turnId"),
                turn.text("agentId"),
                turn.text("sessionId"),
                turn.text("parentTurnId")))
        .toList();
  }

  /** Aborts a turn; returns false if it has already ended. */
  public boolean abort(String turnId) throws GatewayTrouble, InterruptedException {
    var request =
        posted(gateway.to(TURNS + "/" + RunningGateway.encoded(turnId) + "/abort"), new byte[0]);
    var answer = gateway.ask(request, gateway.withToken());
    if (answer.status() == 404) {
      return false;
    }
    var _ = gateway.good(answer);
    return true;
  }

  /**
   * {@return the events of a turn, which may have just ended}
   *
   * @param after the id of the last known event; empty for all events
   */
  public ServerEvents events(String turnId, String after)
      throws GatewayTrouble, InterruptedException {
    var path = TURNS + "/" + RunningGateway.encoded(turnId) + "/events";
    var request = gateway.toWhatTakesLong(path);
    if (!after.isEmpty()) {
      request.header("Last-Event-ID", after);
    }
    return stream(request);
  }

  /** {@return the events of the turn that answers a message; closing them aborts the turn} */
  public ServerEvents talk(byte[] body) throws GatewayTrouble, InterruptedException {
    return stream(posted(gateway.toWhatTakesLong("/api/sessions/stream"), body));
  }

  /** {@return the agents; the first one is the default} */
  public List<TalkingAgent> agents() throws GatewayTrouble, InterruptedException {
    return listed(asked("/api/agents"), "agents").stream()
        .map(agent ->
            new TalkingAgent(agent.text("agentId"), agent.text("model"), agent.text("provider")))
        .toList();
  }

  private byte[] asked(String path) throws GatewayTrouble, InterruptedException {
    var request = gateway.to(path).header("Accept", "application/json");
    return gateway.good(gateway.ask(request, gateway.withToken()));
  }

  private ServerEvents stream(HttpRequest.Builder request)
      throws GatewayTrouble, InterruptedException {
    var answer = gateway.open(request);
    if (answer.statusCode() == 200) {
      return new ServerEvents(answer.body());
    }
    try (var body = answer.body()) {
      var refusal = new Answer(answer.statusCode(), body.readAllBytes());
      var why = why(refusal);
      if (!why.isEmpty() && refusal.status() != 401 && refusal.status() != 403) {
        throw new GatewayTrouble(why);
      }
      var _ = gateway.good(refusal);
      throw new GatewayTrouble(gateway.address() + " sends no events");
    } catch (IOException e) {
      throw new GatewayTrouble(gateway.address() + " broke off: " + e.getMessage());
    }
  }

  /** {@return the reason in a refusal; empty if it gives none} */
  public static String why(Answer answer) {
    return JsonFields.of(answer.body()).line("error");
  }

  private static HttpRequest.Builder posted(HttpRequest.Builder request, byte[] body) {
    return request
        .header("Content-Type", "application/json")
        .POST(BodyPublishers.ofByteArray(body));
  }

  private static List<JsonFields> listed(byte[] answer, String name) throws GatewayTrouble {
    var body = JsonFields.of(answer);
    if (body.items(name) == null) {
      throw new GatewayTrouble("the list of " + name + " cannot be read; is that a belay serve?");
    }
    return body.list(name);
  }

  /**
   * A running turn of a gateway.
   *
   * @param parentTurnId the turn that waits for it; empty if there is none
   */
  public record ActiveTurn(String turnId, String agentId, String sessionId, String parentTurnId) {}

  /** An agent of a gateway, with its model and the model's provider. */
  public record TalkingAgent(String agentId, String model, String provider) {
    /** {@return the agent on one line} */
    public String line() {
      return CallRow.line(agentId + " (" + provider + " " + model + ")");
    }
  }
}
