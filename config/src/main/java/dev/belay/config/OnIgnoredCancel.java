package dev.belay.config;

/** What becomes of a shared process that goes on with a stopped call, or shows no sign of life. */
public enum OnIgnoredCancel {
  /** Another one takes every new call; it ends when the calls under way on it have ended. */
  REPLACE,

  /** Nothing: it was told, and that is recorded. For servers whose state is in their memory. */
  TELL
}
