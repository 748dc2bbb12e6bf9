package dev.belay.config;

/** The failures after which a call may be retried: {@code tools.GLOB.retry.on} (S4-62). */
public enum RetryOn {
  /** The server ended while the call ran. */
  CRASHED,
  /** The server cannot be reached, or does not start. */
  UNAVAILABLE,
  /** The server is overloaded. */
  OVERLOADED,
  /** The server sent an invalid answer. */
  PROTOCOL,
  /** The tool reports an error. */
  TOOL_ERROR
}
