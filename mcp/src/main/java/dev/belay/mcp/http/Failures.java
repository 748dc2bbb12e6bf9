package dev.belay.mcp.http;

import dev.belay.mcp.http.HttpFailure.Kind;
import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpConnectTimeoutException;
import java.time.Duration;

/** Says what went wrong with a server, for people. */
final class Failures {
  private static final int SHOWN = 200;

  private Failures() {}

  /** Nothing came at all. */
  static HttpFailure unreachable(Origin origin, IOException e) {
    String what =
        switch (e) {
          case HttpConnectTimeoutException _ -> "does not accept connections in time";
          case ConnectException _ -> "cannot be reached: is it running, and is the address right?";
          default -> "closed the connection without an answer: " + shown(e);
        };
    return new HttpFailure(Kind.UNREACHABLE, origin + " " + what);
  }

  /** A status that is no success; {@code said} is what came with it. */
  static HttpFailure status(Origin origin, int status, String said) {
    String tail = said.isBlank() ? "" : ": " + shown(said);
    return switch (status) {
      case 401, 403 ->
          new HttpFailure(
              Kind.UNAUTHORIZED,
              origin
                  + " refused access with status "
                  + status
                  + ": check the headers configured for it"
                  + tail);
      case 429 ->
          new HttpFailure(Kind.UNAVAILABLE, origin + " takes no more requests, status 429" + tail);
      default ->
          status >= 500
              ? new HttpFailure(Kind.UNAVAILABLE, origin + " failed with status " + status + tail)
              : new HttpFailure(
                  Kind.REFUSED, origin + " refused the request with status " + status + tail);
    };
  }

  /** What came is no answer in this protocol. */
  static HttpFailure refused(Origin origin, String what) {
    return new HttpFailure(Kind.REFUSED, origin + " " + what);
  }

  /** The answer broke off. */
  static HttpFailure broken(Origin origin, String what) {
    return new HttpFailure(Kind.BROKEN, origin + " " + what);
  }

  /** Nothing came any more. */
  static HttpFailure silent(Origin origin, Duration limit) {
    return broken(
        origin, "sent nothing for " + limit.toSeconds() + " s in the middle of its answer");
  }

  /** Returns the beginning of what a peer said, fit for logs and terminals. */
  static String shown(String text) {
    return text.substring(0, Math.min(text.length(), SHOWN)).replaceAll("\\p{Cntrl}", "?");
  }

  static String shown(Throwable e) {
    String message = e.getMessage();
    return shown(message == null ? e.getClass().getSimpleName() : message);
  }
}
