package dev.belay.gateway.access;

import dev.belay.core.time.Time;
import dev.belay.gateway.config.Rate;
import dev.belay.http.route.Access;
import dev.belay.http.route.Request;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Lets in whom {@code inner} lets in, but none of them with more requests of MCP than {@code rate}:
 * what takes a request back, or answers a question, always comes in.
 */
final class PacedAccess implements Access {
  private final Access inner;
  private final Supplier<Rate> rate;
  private final Refusals refusals;
  private final Time time;

  /** There once there is a rate: most gateways never load what counts. */
  private final AtomicReference<@Nullable Buckets<String>> buckets = new AtomicReference<>();

  /**
   * Stands before {@code inner}.
   *
   * @param rate asked at each request
   */
  PacedAccess(Access inner, Supplier<Rate> rate, Refusals refusals, Time time) {
    this.inner = inner;
    this.rate = rate;
    this.refusals = refusals;
    this.time = time;
  }

  @Override
  public Decision decide(Request request) throws InterruptedException {
    return switch (inner.decide(request)) {
      case Refused refused -> refused;
      case Known known -> {
        var wait = untilNext(known.principal(), request);
        if (wait.isZero()) {
          yield known;
        }
        refusals.refused("rate", known.principal(), "too many requests");
        yield Challenge.later(
            429, "too_many_requests", "too many requests; Retry-After says when again", wait);
      }
    };
  }

  private Duration untilNext(String principal, Request request) {
    var now = rate.get();
    if (now.isNone()) {
      return Duration.ZERO;
    }
    // Reads the body, which most gateways have no need to do twice.
    int requests = RequestCount.of(request);
    return requests == 0 ? Duration.ZERO : buckets().take(principal, now, requests);
  }

  private Buckets<String> buckets() {
    var known = buckets.get();
    if (known != null) {
      return known;
    }
    var made = new Buckets<String>(time);
    var other = buckets.compareAndExchange(null, made);
    return other == null ? made : other;
  }
}
