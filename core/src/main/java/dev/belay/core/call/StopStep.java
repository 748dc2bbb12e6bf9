package dev.belay.core.call;

/** The step of the escalation that ended the work of a stopped call (C31, C33). */
public enum StopStep {
  /** The work had not begun. */
  NOT_STARTED("not started"),
  /** The call's own thread ended. */
  INTERRUPTED("interrupted"),
  /** A healthy upstream was notified and sent no answer, as the protocol requires. */
  TOLD("told"),
  /** The upstream was notified and answered all the same; the answer was dropped. */
  ANSWERED("answered"),
  /** The processes were killed. */
  KILLED("killed"),
  /** The upstream did not obey: it takes no new calls, and ends with its present ones. */
  RETIRING("retiring"),
  /** The work still runs, cannot be stopped, and has no waiters. */
  ABANDONED("abandoned");

  private final String text;

  StopStep(String text) {
    this.text = text;
  }

  /** {@return the name of the step, for display and journals} */
  public String text() {
    return text;
  }
}
