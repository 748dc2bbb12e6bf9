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
 * The rate of each principal's requests, at all doors: {@code http.rate_limit}. Safe for use by
 * many threads.
 */
final class RequestPace {
  private final Supplier<Rate> rate;
  private final Refusals refusals;
  private final Time time;

  /** There once there is a rate: most gateways never load what counts. */
  private final AtomicReference<@Nullable Buckets<String>> buckets = new AtomicReference<>();

  /**
   * Has counted nothing yet.
   *
   * @param rate asked at each request
   * @param refusals hears of what came too soon
   */
  RequestPace(Supplier<Rate> rate, Refusals refusals, Time time) {
    this.rate = rate;
    this.refusals = refusals;
    this.time = time;
  }

  /**
   * {@return the answer to a request that comes too soon; null if it does not, and then it counts}
   *
   * @param asks how often it counts, not asked for where there is no rate
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
    // Reads the body, which most gateways have no need to do twice.
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
