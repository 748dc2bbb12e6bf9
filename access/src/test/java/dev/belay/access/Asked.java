package dev.belay.access;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.belay.http.route.Access;
import dev.belay.http.route.Request;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Requests for {@code /mcp}, and their access decisions as texts. */
final class Asked {
  private Asked() {}

  /** Returns a request; {@code headers} are pairs of names and values. */
  static Request with(String... headers) {
    return query(null, headers);
  }

  static Request query(@Nullable String query, String... headers) {
    return request("POST", "/mcp", query, "", headers);
  }

  static Request request(
      String method, String path, @Nullable String query, String body, String... headers) {
    Map<String, List<String>> map = new HashMap<>();
    for (int i = 0; i < headers.length; i += 2) {
      map.computeIfAbsent(headers[i].toLowerCase(Locale.ROOT), _ -> new ArrayList<>())
          .add(headers[i + 1]);
    }
    return new Request(method, path, query, map, body.getBytes(UTF_8), "127.0.0.1");
  }

  /** Returns a POST request by ada. */
  static Request posted(String body) {
    return request("POST", "/mcp", null, body, "who", "ada");
  }

  /** Returns a GET request by ada that continues a stream, or one that begins it. */
  static Request got(boolean isContinued) {
    return isContinued
        ? request("GET", "/mcp", null, "", "who", "ada", "Last-Event-ID", "1")
        : request("GET", "/mcp", null, "", "who", "ada");
  }

  static Request bearer(String token) {
    return with("Authorization", "Bearer " + token);
  }

  /** {@return the principal, or status, challenge and body} */
  static String decided(Access access, Request request) throws InterruptedException {
    return switch (access.decide(request)) {
      case Access.Known known -> name(known);
      case Access.Refused refused -> refused.status() + " " + refused.headers().getLast().value();
    };
  }

  private static String name(Access.Known known) {
    return known.principal() + (known.isAdmin() ? " (admin)" : "");
  }

  /** {@return the principal, or nobody; a static token is known or not} */
  static String who(TokenCheck checked) {
    return switch (checked) {
      case TokenCheck.Valid(Access.Known known) -> name(known);
      case TokenCheck.Foreign() -> "nobody";
      case TokenCheck.Invalid _, TokenCheck.TooNarrow _, TokenCheck.Undecided _ ->
          throw new AssertionError("a static token is known or not");
    };
  }

  static Access.Refused refused(Access access, Request request) throws InterruptedException {
    if (access.decide(request) instanceof Access.Refused refused) {
      return refused;
    }
    throw new AssertionError("it was let in");
  }

  static String body(Access.Refused refused) {
    return new String(refused.body(), UTF_8);
  }
}
