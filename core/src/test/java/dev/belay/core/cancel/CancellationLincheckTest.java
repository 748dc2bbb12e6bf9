package dev.belay.core.cancel;

import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** P1, P5: hooks run as specified in every interleaving of stop, hook, child and close. */
@Tag("interleavings")
class CancellationLincheckTest {
  private static final Stop STOP = new Stop.Cancelled(Cause.USER, "");

  /**
   * The racing operations: a new object for each interleaving. Public because Lincheck creates it.
   */
  public static class Racers {

    private final Cancellation cancellation = Cancellation.root();
    private final AtomicInteger registered = new AtomicInteger();
    private final AtomicInteger ran = new AtomicInteger();
    private final AtomicInteger takenBack = new AtomicInteger();
    private final AtomicInteger ranTakenBack = new AtomicInteger();

    @Operation
    public boolean cancel() {
      return cancellation.cancel(STOP);
    }

    @Operation
    public void hook() {
      registered.incrementAndGet();
      var _ = cancellation.onCancel(_ -> ran.incrementAndGet());
    }

    @Operation
    public void hookOfChild() {
      registered.incrementAndGet();
      var _ = cancellation.child().onCancel(_ -> ran.incrementAndGet());
    }

    @Operation
    public void hookTakenBack() {
      takenBack.incrementAndGet();
      try (var _ = cancellation.onCancel(_ -> ranTakenBack.incrementAndGet())) {}
    }

    @Validate
    public void everyHookRanOnceIfStopped() {
      int expected = cancellation.isCancelled() ? registered.get() : 0;
      if (ran.get() != expected) {
        throw new AssertionError("hooks run: " + ran + " instead of " + expected);
      }
      if (ranTakenBack.get() > takenBack.get()) {
        throw new AssertionError("a hook that was taken back ran twice");
      }
    }
  }

  /** A parent that is closed, while a stop comes from above and children from below. */
  public static class Movers {
    private final Cancellation above = Cancellation.root();
    private final Cancellation between = above.child();
    private final AtomicInteger registered = new AtomicInteger();
    private final AtomicInteger ran = new AtomicInteger();

    @Operation
    public boolean stopAbove() {
      return above.cancel(STOP);
    }

    @Operation
    public void closeBetween() {
      between.close();
    }

    @Operation
    public void hookBelow() {
      registered.incrementAndGet();
      var _ = between.child().onCancel(_ -> ran.incrementAndGet());
    }

    @Validate
    public void everyHookBelowRanOnceIfStopped() {
      int expected = above.isCancelled() ? registered.get() : 0;
      if (ran.get() != expected) {
        throw new AssertionError("hooks run: " + ran + " instead of " + expected);
      }
    }
  }

  @Test
  @DisplayName("P1: the first stop wins, and every hook runs once, also one that comes late")
  void hooksRunOnceInEveryInterleaving() {
    new ModelCheckingOptions()
        .threads(2)
        .actorsBefore(0)
        .actorsPerThread(2)
        .actorsAfter(0)
        .iterations(10)
        .invocationsPerIteration(100)
        .check(Racers.class);
  }

  @Test
  @DisplayName("P5: a stop reaches what moved up from a closed parent, once")
  void aStopReachesWhatMovesUpInEveryInterleaving() {
    new ModelCheckingOptions()
        .threads(3)
        .actorsBefore(0)
        .actorsPerThread(1)
        .actorsAfter(0)
        .iterations(8)
        .invocationsPerIteration(50)
        .check(Movers.class);
  }
}
