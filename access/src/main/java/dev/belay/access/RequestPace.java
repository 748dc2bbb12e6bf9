package dev.belay.access;

import dev.belay.config.Rate;
import dev.belay.core.time.Time;
import dev.belay.http.route.Access.Refused;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The rate limit of each principal's requests, at all doors: {@code http.rate_limit}. Safe for use
 * by many threads.
 */
final class RequestPace {
  private final Supplier<Rate> rate;
  private final Refusals refusals;
  private final Time time;

  /** Created once there is a rate: most gateways never load the library for buckets. */
  private final AtomicReference<@Nullable Buckets<String>> buckets = new AtomicReference<>();

  /**
   * Creates a rate limit.
   *
   * @param rate read at each request
   * @param refusals receives requests refused for the rate
   */
  RequestPace(Supplier<Rate> rate, Refusals refusals, Time time) {
    this.rate = rate;
    this.refusals = refusals;
    this.time = time;
  }

  /**
   * {@return the answer to a request beyond the rate; null if it is within the rate, and then
   * counted}
   *
   * @param asks the number of requests in it, evaluated only if there is a rate
   */
  @Nullable Refused refusal(String principal, IntSupplier asks) {
    var wait = untilNext(principal, asks);
    if (wait.isZero()) {
      return null;
    }
    refusals.refused("rate", principal, "too many requests");
    return Challenge.later(
        429, "too_many_requests", "too many requests; Retry-After says when again", wait);
  }

  private Duration untilNext(String principal, IntSupplier asks) {
    var now = rate.get();
    if (now.isNone()) {
      return Duration.ZERO;
    }
    // Reads the body, which most gateways need not do twice.
    int requests = asks.getAsInt();
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
