package dev.belay.access;

import dev.belay.http.route.Access;
import dev.belay.http.route.Request;

/**
 * Adds the rate limit of MCP requests to {@code inner}; cancellations and answers to questions are
 * always admitted.
 */
record PacedAccess(Access inner, RequestPace pace) implements Access {
  @Override
  public Decision decide(Request request) throws InterruptedException {
    return switch (inner.decide(request)) {
      case Refused refused -> refused;
      case Known known -> {
        var tooSoon = pace.refusal(known.principal(), () -> RequestCount.of(request));
        yield tooSoon == null ? known : tooSoon;
      }
    };
  }
}
