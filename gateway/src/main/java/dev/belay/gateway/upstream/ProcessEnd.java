package dev.belay.gateway.upstream;

import dev.belay.core.time.Time;
import dev.belay.process.spawn.Child;
import dev.belay.process.spawn.Exit;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Finds out that a process has ended, from two signs: it exited, and its output is at its end.
 *
 * <p>Both must be seen, since an answer may still be in the pipe when the process is gone; but only
 * for {@link #PATIENCE}, since something it left behind may hold the pipe open, or it may have
 * closed its output and live on.
 */
final class ProcessEnd {
  static final Duration PATIENCE = Duration.ofMillis(500);

  private final Time time;
  private final Consumer<@Nullable Exit> onEnd;
  private final AtomicBoolean exited = new AtomicBoolean();
  private final AtomicBoolean outputEnded = new AtomicBoolean();
  private final AtomicBoolean told = new AtomicBoolean();
  private final AtomicReference<Time.Timer> patience = new AtomicReference<>(() -> {});
  private volatile @Nullable Exit exit;

  /**
   * Watches {@code child}.
   *
   * @param onEnd called once; with null where the process has closed its output but lives
   */
  ProcessEnd(Time time, Child child, Consumer<@Nullable Exit> onEnd) {
    this.time = time;
    this.onEnd = onEnd;
    var _ = child.exited().thenAccept(this::exited);
  }

  private void exited(Exit how) {
    exit = how;
    exited.set(true);
    judge(outputEnded.get());
  }

  /** Says that the process has closed its output. */
  void outputEnded() {
    outputEnded.set(true);
    judge(exited.get());
  }

  private void judge(boolean both) {
    if (both) {
      tell();
      return;
    }
    var timer = time.after(PATIENCE, this::tell);
    patience.set(timer);
    if (told.get()) {
      // The other party: the other sign, seen just before there was a timer to close.
      timer.close();
    }
  }

  private void tell() {
    if (told.compareAndSet(false, true)) {
      patience.get().close();
      onEnd.accept(exit);
    }
  }
}
