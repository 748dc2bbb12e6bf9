package dev.belay.mcp.client;

import dev.belay.mcp.envelope.Controls;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import javax.net.ssl.SSLException;

/**
 * Why a request over HTTP has no answer.
 *
 * @param text a sentence that a person can act on: what happened, the address, what to try
 * @param isUnread whether this is a typical refusal of a server of another era, which did not
 *     process the request
 */
public record HttpFailure(Kind kind, String text, boolean isUnread) {
  /** Creates a failure that says nothing about eras. */
  HttpFailure(Kind kind, String text) {
    this(kind, text, /* isUnread= */ false);
  }

  /** The failure, as far as it decides how to proceed. */
  public enum Kind {
    /** No connection, or it broke before any response: nothing is known about the server. */
    UNREACHABLE,
    /** 401 or 403: says nothing about the era of the server. */
    UNAUTHORIZED,
    /** 5xx, or 429. */
    UNAVAILABLE,
    /** Any other status, or a body that is not a message: for a probe, a sign of the other era. */
    REFUSED,
    /** The stream broke or went silent and could not be resumed. */
    BROKEN,
    /** The stream that carries all answers ended: the session is over, with its state. */
    LOST
  }

  private static final int SHOWN = 200;

  /** Returns the failure of a request without any response. */
  static HttpFailure unreachable(HttpOrigin origin, IOException e) {
    String what =
        switch (e) {
          case HttpConnectTimeoutException _ -> "does not accept connections in time";
          case ConnectException _ when isUnknownHost(e) ->
              "cannot be reached: there is no machine of that name";
          case ConnectException _ ->
              "cannot be reached: nothing listens there; is it running, and is the port right?";
          case SSLException _ when shown(e).contains("plaintext") ->
              "does not speak TLS: is it http:// there?";
          case SSLException _ -> "cannot be reached by TLS: " + shown(e);
          default -> "closed the connection without an answer: " + shown(e);
        };
    return new HttpFailure(Kind.UNREACHABLE, origin + " " + what);
  }

  private static boolean isUnknownHost(IOException e) {
    for (Throwable one = e; one != null; one = one.getCause()) {
      if (one instanceof UnresolvedAddressException || one instanceof UnknownHostException) {
        return true;
      }
    }
    return false;
  }

  /** Returns the failure of an answer that broke off with {@code e}. */
  static HttpFailure unread(HttpOrigin origin, IOException e) {
    for (Throwable one = e; one != null; one = one.getCause()) {
      if (one instanceof EOFException || one instanceof SocketException) {
        return broken(origin, "went away: the connection broke in the middle of its answer");
      }
    }
    return broken(origin, "sent an answer that cannot be read: " + shown(e));
  }

  /**
   * Returns the failure of a broken answer whose rest cannot be fetched, since connections are
   * refused.
   */
  static HttpFailure gone(HttpFailure failure) {
    return new HttpFailure(Kind.BROKEN, failure.text() + "; nothing listens there any more");
  }

  /** Returns the failure of a status that is no success; {@code said} is the body. */
  static HttpFailure status(HttpOrigin origin, int status, String said) {
    String tail = said.isBlank() ? "" : ": " + shown(said);
    return switch (status) {
      case 401, 403 ->
          new HttpFailure(
              Kind.UNAUTHORIZED,
              origin
                  + " refused access with status "
                  + status
                  + (status == 401
                      ? ": give it a token, by --header 'Authorization: Bearer …' or headers in its"
                          + " settings"
                      : ": check the headers configured for it")
                  + tail);
      case 429 ->
          new HttpFailure(Kind.UNAVAILABLE, origin + " takes no more requests, status 429" + tail);
      default ->
          status >= 500
              ? new HttpFailure(Kind.UNAVAILABLE, origin + " failed with status " + status + tail)
              : new HttpFailure(
                  Kind.REFUSED,
                  origin + " refused the request with status " + status + tail + elsewhere(origin),
                  /* isUnread= */ status == 400 || status == 404 || status == 405);
    };
  }

  /** Returns the next step where an address has no path, as people know that of a gateway. */
  private static String elsewhere(HttpOrigin origin) {
    return origin.hasPath() ? "" : ". MCP is often at /mcp: try " + origin.at("/mcp");
  }

  /** Returns the failure of a response that is not an answer in this protocol. */
  static HttpFailure refused(HttpOrigin origin, String what) {
    return new HttpFailure(Kind.REFUSED, origin + " " + what);
  }

  /** Returns the failure of an answer that broke off. */
  static HttpFailure broken(HttpOrigin origin, String what) {
    return new HttpFailure(Kind.BROKEN, origin + " " + what);
  }

  /** Returns the failure of a request whose session is over. */
  static HttpFailure lost(HttpOrigin origin, String what) {
    return new HttpFailure(Kind.LOST, origin + " " + what);
  }

  /** Returns the failure of an answer that fell silent. */
  static HttpFailure silent(HttpOrigin origin, Duration limit) {
    return broken(
        origin, "sent nothing for " + limit.toSeconds() + " s in the middle of its answer");
  }

  /** Returns the beginning of a peer's text, made safe for logs and terminals. */
  static String shown(String text) {
    return Controls.marked(text.substring(0, Math.min(text.length(), SHOWN)));
  }

  static String shown(Throwable e) {
    String message = e.getMessage();
    return shown(message == null ? e.getClass().getSimpleName() : message);
  }
}
