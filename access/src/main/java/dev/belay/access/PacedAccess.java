package dev.belay.access;

import dev.belay.http.route.Access;
import dev.belay.http.route.Request;

/**
 * Lets in whom {@code inner} lets in, but none of them with more requests of MCP than {@code pace}
 * bears: what takes a request back, or answers a question, always comes in.
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
