package dev.belay.core.call;

/** Which step of the ladder ended the work of a call that did not end by itself (C31, C33). */
public enum StopStep {
  /** It had not begun. */
  NOT_STARTED("not started"),
  /** Its own thread ended. */
  INTERRUPTED("interrupted"),
  /** A healthy upstream was told, and kept silent about it as the protocol says it should. */
  TOLD("told"),
  /** The upstream was told and answered the call all the same; the answer was dropped. */
  ANSWERED("answered"),
  /** Its processes were killed. */
  KILLED("killed"),
  /** Its upstream did not obey: it takes no new calls, and ends with those it has. */
  RETIRING("retiring"),
  /** It is still running, cannot be stopped, and nobody waits for it. */
  ABANDONED("abandoned");

  private final String text;

  StopStep(String text) {
    this.text = text;
  }

  /** {@return the step as people and journals read it} */
  public String text() {
    return text;
  }
}
