package dev.belay.mcp.envelope;

/** The kinds of messages. */
public enum Kind {
  /** Expects one answer. */
  REQUEST,
  /** Expects no answer. */
  NOTIFICATION,
  /** The answer to a request that succeeded. */
  RESPONSE,
  /** The answer to a request that failed; without an id if the request could not be read. */
  ERROR
}
