package dev.belay.config;

/** What a call may be made again after: {@code tools.GLOB.retry.on} (S4-62). */
public enum RetryOn {
  /** The server ended while the call ran. */
  CRASHED,
  /** The server cannot be reached, or does not start. */
  UNAVAILABLE,
  /** The server does not take more, or has too much to do. */
  OVERLOADED,
  /** The server sent what is no answer. */
  PROTOCOL,
  /** The tool says that it failed. */
  TOOL_ERROR
}
