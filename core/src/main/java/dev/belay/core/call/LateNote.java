package dev.belay.core.call;

import dev.belay.core.journal.CallEvent;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Records in the journal, once, that a result arrived after the end of its call (P7).
 *
 * <p>It may be kept for as long as such a result can arrive: of the call it holds only the name.
 * Safe for use by many threads.
 */
public final class LateNote {
  private final CallTrace trace;
  private final AtomicBoolean written = new AtomicBoolean();

  LateNote(CallTrace trace) {
    this.trace = trace;
  }

  /** Records that a result came too late and was dropped. */
  public void write() {
    if (written.compareAndSet(false, true)) {
      trace.publish(new CallEvent.LateResult());
    }
  }
}
