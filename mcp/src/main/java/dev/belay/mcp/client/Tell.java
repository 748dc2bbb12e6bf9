package dev.belay.mcp.client;

import dev.belay.mcp.envelope.Bounds;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.Kind;
import dev.belay.mcp.envelope.MalformedEnvelope;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.RequestId;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Sends messages that are answered by a status only, within the limit of a silence. */
final class Tell {
  private static final int LONGEST = 64 * 1024;

  private final Peer peer;

  Tell(Peer peer) {
    this.peer = peer;
  }

  /** Sends a message and returns its status, or the reason why there is none. */
  Told send(Trip trip, HttpRequest request) {
    return send(trip, request, /* repeatable= */ true);
  }

  /**
   * Sends a message, which is repeated only if it is {@code repeatable}, since a duplicate may do
   * harm.
   */
  Told send(Trip trip, HttpRequest request, boolean repeatable) {
    try (var limit = new Silence(peer.time(), peer.bounds().idle(), trip::stop);
        var exchange = trip.ask(peer.origin(), request, repeatable)) {
      var response = exchange.head();
      limit.heard();
      byte[] said = response.body().whole(limit, peer.intake(), LONGEST);
      return new Told(response.statusCode(), new String(said, StandardCharsets.UTF_8));
    } catch (IOException e) {
      return new Told(0, HttpFailure.unreachable(peer.origin(), e).text());
    }
  }

  /**
   * The result of sending a message.
   *
   * @param status 0 if there is none
   * @param said the body, or the reason why there is no status, for people
   */
  record Told(int status, String said) {
    boolean isAccepted() {
      return status / 100 == 2;
    }

    /** {@return whether it means that its session is no longer known} */
    boolean isForgotten() {
      return forgets(status, said, null);
    }

    /** {@return the failure for a message that was not accepted} */
    HttpFailure failure(HttpOrigin origin) {
      return status == 0
          ? new HttpFailure(HttpFailure.Kind.UNREACHABLE, said)
          : HttpFailure.status(origin, status, said);
    }

    String text(HttpOrigin origin) {
      return status == 0 ? said : HttpFailure.status(origin, status, "").text();
    }
  }

  private static final Pattern SESSION = Pattern.compile("(?i)\\bsession(id)?\\b");

  /**
   * Tells whether a refusal of a message with a session id means that the session is no longer
   * known: a 404 does (MCP 2025-11-25 §session-management), and so does the 400 of widespread
   * servers if it mentions the session; {@code request} is null if the message was not a request.
   */
  static boolean forgets(int status, String said, @Nullable RequestId request) {
    return status == 404 || (status == 400 && speaksOfSession(said, request));
  }

  private static boolean speaksOfSession(String said, @Nullable RequestId request) {
    String text = said;
    try {
      var message = Envelope.parse(said.getBytes(StandardCharsets.UTF_8), Bounds.DEFAULT);
      if (message.kind() != Kind.ERROR || (request != null && request.equals(message.id()))) {
        return false; // an answer: the request was processed
      }
      text = String.valueOf(message.text(Member.ERROR_MESSAGE));
    } catch (MalformedEnvelope _) {
      // Plain text, used as it is.
    }
    return SESSION.matcher(text).find();
  }

  private static final Set<String> REPEATABLE =
      Set.of(
          "initialize",
          "ping",
          "server/discover",
          "tools/list",
          "prompts/list",
          "prompts/get",
          "resources/list",
          "resources/templates/list",
          "resources/read",
          "resources/subscribe",
          "resources/unsubscribe",
          "subscriptions/listen",
          "completion/complete",
          "logging/setLevel",
          "tasks/list",
          "tasks/get",
          "tasks/result",
          "tasks/cancel");

  /**
   * Tells whether a server may get the request twice without harm, so that it may be repeated when
   * its arrival is uncertain: never a call of a tool.
   */
  static boolean isRepeatable(Envelope request) {
    return REPEATABLE.contains(request.method());
  }
}
