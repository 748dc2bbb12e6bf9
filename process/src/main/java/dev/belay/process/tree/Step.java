package dev.belay.process.tree;

/** The step of a stop after which nothing of the tree was alive any more (C31). */
public enum Step {
  /** Its stdin was closed, or it had ended by itself. */
  EOF,
  /** It was asked by TERM. */
  TERM,
  /** It was killed. */
  KILL,
  /** It is still alive: nothing more can be done. */
  ABANDONED
}
