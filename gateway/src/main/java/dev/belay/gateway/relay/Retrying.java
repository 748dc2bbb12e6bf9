package dev.belay.gateway.relay;

import dev.belay.config.Repeats;
import dev.belay.config.RetryOn;
import dev.belay.core.call.CallContext;
import dev.belay.core.call.FailedException;
import dev.belay.core.call.Failure;
import dev.belay.core.call.Payload;
import dev.belay.core.time.Time;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes a call again whose server failed, where once more does no harm: after growing pauses, in
 * the one total limit, and never once it was stopped (C27).
 *
 * <p>One for each call. Not safe for use by several threads.
 */
final class Retrying {
  private static final Duration FIRST = Duration.ofMillis(200);
  private static final Duration LONGEST = Duration.ofSeconds(5);

  /** One call, as it is made. */
  interface Attempts {
    /** Makes it. */
    Payload make() throws InterruptedException, FailedException;

    /** {@return what the tool said where it failed; null where it did not} */
    @Nullable String toolError();

    /**
     * {@return whether there may be another attempt}
     *
     * @param failure how its server failed; null where only the tool did
     */
    boolean mayFollow(@Nullable String failure);

    /** Gets ready for that. */
    void renew() throws InterruptedException, FailedException;
  }

  private final Repeats repeats;
  private final Time time;
  private final DoubleSupplier jitter;

  Retrying(Repeats repeats, Time time) {
    this(repeats, time, () -> ThreadLocalRandom.current().nextDouble());
  }

  /**
   * Goes by chance of the caller's choice.
   *
   * @param jitter from 0 to 1
   */
  Retrying(Repeats repeats, Time time, DoubleSupplier jitter) {
    this.repeats = repeats;
    this.time = time;
    this.jitter = jitter;
  }

  /** {@return what makes a call again; null where it is never to be} */
  static @Nullable Retrying of(Relay relay, Terms terms) {
    var repeats = terms.repeats();
    var repeating = relay.repeating();
    return repeats == null || repeating == null || !repeating.mayRetry(terms.tool(), repeats)
        ? null
        : new Retrying(repeats, relay.time());
  }

  /** Makes the call until it succeeds, fails for good, or has been made often enough. */
  Payload run(CallContext context, Attempts attempts) throws InterruptedException, FailedException {
    boolean isFirst = true;
    while (true) {
      try {
        if (!isFirst) {
          attempts.renew();
        }
        isFirst = false;
        var answer = attempts.make();
        var why = repeats.on().contains(RetryOn.TOOL_ERROR) ? attempts.toolError() : null;
        if (why == null || !again(context, why, null, attempts)) {
          return answer;
        }
      } catch (FailedException e) {
        var failure = e.failure();
        if (!isCounted(failure.kind())
            || !again(context, failure.message(), failure.message(), attempts)) {
          throw e;
        }
      }
    }
  }

  private boolean again(
      CallContext context, String why, @Nullable String failure, Attempts attempts)
      throws InterruptedException {
    var call = context.call();
    if (call.attempt() >= repeats.maxAttempts()) {
      return false;
    }
    var pause = pause(call.attempt());
    var limit = call.limits().timeout();
    boolean isLate = !limit.isZero() && call.elapsed().plus(pause).compareTo(limit) >= 0;
    if (isLate || !attempts.mayFollow(failure)) {
      return false;
    }
    context.cancellation().throwIfCancelled();
    call.retries(why.lines().findFirst().orElse(""), pause);
    time.sleep(pause);
    context.cancellation().throwIfCancelled();
    return true;
  }

  private boolean isCounted(Failure.Kind kind) {
    return switch (kind) {
      case UPSTREAM_CRASHED -> repeats.on().contains(RetryOn.CRASHED);
      case UPSTREAM_UNAVAILABLE -> repeats.on().contains(RetryOn.UNAVAILABLE);
      case UPSTREAM_PROTOCOL -> repeats.on().contains(RetryOn.PROTOCOL);
      case OVERLOADED -> repeats.on().contains(RetryOn.OVERLOADED);
      case TOOL, LEDGER -> false;
    };
  }

  /** Twice as long after each attempt, and from half of it to all of it by chance. */
  private Duration pause(int attempt) {
    var longest = FIRST.multipliedBy(1L << Math.min(attempt - 1, 10));
    var most = longest.compareTo(LONGEST) > 0 ? LONGEST : longest;
    return Duration.ofNanos((long) (most.toNanos() * (0.5 + jitter.getAsDouble() / 2)));
  }
}
