package dev.belay.core.call;

import dev.belay.core.journal.CallEvent;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Says in the journal, once, that a call had a result after its end (P7).
 *
 * <p>It may be kept for as long as such a result can come: it holds nothing of the call but its
 * name. Safe for use by many threads.
 */
public final class LateNote {
  private final CallTrace trace;
  private final AtomicBoolean written = new AtomicBoolean();

  LateNote(CallTrace trace) {
    this.trace = trace;
  }

  /** Says that a result came too late and was dropped. */
  public void write() {
    if (written.compareAndSet(false, true)) {
      trace.publish(new CallEvent.LateResult());
    }
  }
}
