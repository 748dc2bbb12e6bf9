package dev.belay.http.stream;

import dev.belay.http.route.Request;

/** Who is behind a request: a session serves nobody but the one who opened it. */
@FunctionalInterface
public interface Callers {
  /** {@return the authenticated subject, or {@code local}} */
  String principal(Request request);

  /** {@return everybody is {@code local}} */
  static Callers local() {
    return _ -> "local";
  }
}
