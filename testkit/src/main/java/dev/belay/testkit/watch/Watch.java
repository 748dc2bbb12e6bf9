package dev.belay.testkit.watch;

import dev.belay.core.time.Time;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Wakes whoever waits for a condition each time when something has changed.
 *
 * <p>Whoever changes the state calls {@link #changed} afterwards. Safe for use by many threads.
 */
public final class Watch {
  private final AtomicReference<CompletableFuture<Void>> next =
      new AtomicReference<>(new CompletableFuture<>());

  /** Makes a watch that nobody waits at yet. */
  public Watch() {}

  /** Makes every waiter look again. */
  public void changed() {
    next.getAndSet(new CompletableFuture<>()).complete(null);
  }

  /** Waits until {@code condition} holds, however long that takes. */
  public void until(BooleanSupplier condition) throws InterruptedException {
    // Taken before the look: a change after the look completes this very future.
    for (var change = next.get(); !condition.getAsBoolean(); change = next.get()) {
      var _ = Time.system().await(change, Duration.ofDays(1));
    }
  }

  /**
   * Waits until {@code probe} finds something, and returns it.
   *
   * @param described says what there is instead, once {@code limit} has passed
   * @throws AssertionError if nothing was found within {@code limit}
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
        // One last look: the change may have come with the end of the limit.
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
