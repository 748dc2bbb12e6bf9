package dev.belay.access;

import dev.belay.http.route.Access;
import dev.belay.http.route.Header;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The answers to requests without sufficient authentication (RFC 6750 §3, RFC 9728 §5.1, MCP
 * §authorization).
 *
 * @param metadata the URL where a client learns who issues tokens; null without an authorization
 *     server
 * @param scopes all scopes that a token needs
 */
record Challenge(@Nullable String metadata, List<String> scopes) {
  private static final Header JSON = new Header("Content-Type", "application/json");

  Challenge {
    scopes = List.copyOf(scopes);
  }

  /** {@return 401 for a request without a token, which is not an error of the client} */
  Access.Refused nothing() {
    // The location of the token is shown to its owner alone, by the command.
    return refused(
        401,
        "",
        "this needs a token: Authorization: Bearer TOKEN; belay serve --help says where it is"
            + " found",
        scopes);
  }

  /** {@return 401 for a token that is not accepted} */
  Access.Refused invalid(String why) {
    return refused(401, "invalid_token", why, scopes);
  }

  /** {@return 400 for an ambiguous request} */
  Access.Refused faulty(String why) {
    return refused(400, "invalid_request", why, List.of());
  }

  /** {@return 403 for a token that needs more scopes} */
  Access.Refused tooNarrow(List<String> needed) {
    return refused(403, "insufficient_scope", "the token lacks a scope that this needs", needed);
  }

  private Access.Refused refused(int status, String error, String why, List<String> needed) {
    var parts = new ArrayList<String>();
    if (!error.isEmpty()) {
      parts.add("error=\"" + error + "\"");
      parts.add("error_description=\"" + why + "\"");
    }
    if (!needed.isEmpty()) {
      parts.add("scope=\"" + String.join(" ", needed) + "\"");
    }
    if (metadata != null) {
      parts.add("resource_metadata=\"" + metadata + "\"");
    }
    var challenge =
        parts.isEmpty() ? "Bearer realm=\"belay\"" : "Bearer " + String.join(", ", parts);
    var header = new Header("WWW-Authenticate", challenge);
    return new Access.Refused(
        status, List.of(JSON, header), body(error.isEmpty() ? "unauthorized" : error, why));
  }

  /** {@return an answer unrelated to the token, with the time for another attempt} */
  static Access.Refused later(int status, String error, String why, Duration again) {
    long seconds = Math.max(1, again.plusNanos(999_999_999).toSeconds());
    var later = new Header("Retry-After", Long.toString(seconds));
    return new Access.Refused(status, List.of(JSON, later), body(error, why));
  }

  /** All texts are Belay's own, without quotes or backslashes. */
  private static byte[] body(String error, String why) {
    return ("{\"error\":\"" + error + "\",\"error_description\":\"" + why + "\"}")
        .getBytes(StandardCharsets.UTF_8);
  }
}
