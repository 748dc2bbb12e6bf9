package dev.belay.process.tree;

/** The step of a stop after which the whole tree was gone (C31). */
public enum Step {
  /** Its stdin was closed, or it had ended by itself. */
  EOF,
  /** It ended on TERM. */
  TERM,
  /** It was killed. */
  KILL,
  /** It is still alive: nothing more can be done. */
  ABANDONED
}
