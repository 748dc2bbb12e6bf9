package dev.belay.testkit.watch;

import dev.belay.core.time.Time;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Wakes waiting threads after each change, to check their conditions again.
 *
 * <p>A thread that changes the state calls {@link #changed} afterwards. Safe for use by many
 * threads.
 */
public final class Watch {
  private final AtomicReference<CompletableFuture<Void>> next =
      new AtomicReference<>(new CompletableFuture<>());

  /** Creates a watch without waiters. */
  public Watch() {}

  /** Makes every waiter check its condition again. */
  public void changed() {
    next.getAndSet(new CompletableFuture<>()).complete(null);
  }

  /** Waits until {@code condition} holds, without a limit. */
  public void until(BooleanSupplier condition) throws InterruptedException {
    // Taken before the check: a change after the check completes this very future.
    for (var change = next.get(); !condition.getAsBoolean(); change = next.get()) {
      var _ = Time.system().await(change, Duration.ofDays(1));
    }
  }

  /**
   * Waits until {@code probe} returns a value, and returns it.
   *
   * @param described describes the actual state once {@code limit} has passed
   * @throws AssertionError if there was no value within {@code limit}
   */
  public <T> T find(Supplier<@Nullable T> probe, Duration limit, Supplier<String> described)
      throws InterruptedException {
    var begin = Time.system().nanos();
    for (; ; ) {
      var change = next.get();
      var found = probe.get();
      if (found != null) {
        return found;
      }
      var left = limit.minusNanos(Time.system().nanos() - begin);
      if (left.isNegative() || !Time.system().await(change, left)) {
        // One last check: the change may coincide with the end of the limit.
        var late = probe.get();
        if (late != null) {
          return late;
        }
        throw new AssertionError(described.get());
      }
    }
  }

  /** Waits until {@code condition} holds; see {@link #find}. */
  public void await(BooleanSupplier condition, Duration limit, Supplier<String> described)
      throws InterruptedException {
    var _ = find(() -> condition.getAsBoolean() ? true : null, limit, described);
  }
}
