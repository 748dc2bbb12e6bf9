package dev.belay.tools.run;

import dev.belay.core.call.Call;
import dev.belay.core.cancel.StoppedException;
import dev.belay.core.time.Time;
import dev.belay.tools.declare.ToolDeclaration;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.random.RandomGenerator;

/**
 * Tries a tool again where it failed in a way that its author called passing (S4-62, S4-63, C27).
 *
 * <p>Only tools that do no harm twice, never a call that was stopped, and never longer than its one
 * total limit: a pause that would not end in time is not begun. Each pause is twice the one before,
 * from {@link #FIRST} to {@link #LONGEST}, less up to a half by chance, so that calls that failed
 * together do not come back together. The idle clock is held meanwhile.
 */
final class Attempts {
  static final Duration FIRST = Duration.ofMillis(200);
  static final Duration LONGEST = Duration.ofSeconds(10);
  private static final int DOUBLINGS = 10;

  private final Time time;
  private final RandomGenerator random;

  Attempts(Time time, RandomGenerator random) {
    this.time = time;
    this.random = random;
  }

  <T> T run(ToolDeclaration tool, Call call, Callable<T> body) throws Exception {
    int most = tool.hints().isRepeatable() ? tool.terms().maxAttempts() : 1;
    for (int attempt = 1; ; attempt++) {
      try {
        return body.call();
      } catch (Exception | Error e) {
        var pause = pause(attempt);
        if (attempt >= most || !isPassing(tool, e) || !hasTimeFor(call, pause)) {
          throw e;
        }
        call.retries(Faults.text(e), pause);
        try (var _ = call.hold("retry")) {
          time.sleep(pause);
        }
      }
    }
  }

  private static boolean isPassing(ToolDeclaration tool, Throwable thrown) {
    return !(thrown instanceof StoppedException)
        && !(thrown instanceof InterruptedException)
        && tool.terms().retryOn().stream().anyMatch(type -> type.isInstance(thrown));
  }

  private static boolean hasTimeFor(Call call, Duration pause) {
    var timeout = call.limits().timeout();
    return call.outcome().isEmpty()
        && (timeout.isZero() || call.elapsed().plus(pause).compareTo(timeout) < 0);
  }

  private Duration pause(int attempt) {
    long whole = FIRST.toNanos() << Math.min(attempt - 1, DOUBLINGS);
    long bounded = Math.min(whole, LONGEST.toNanos());
    return Duration.ofNanos(bounded - random.nextLong(bounded / 2));
  }
}
