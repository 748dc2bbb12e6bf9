package dev.belay.mcp.envelope;

/** What a message asks of its reader. */
public enum Kind {
  /** Wants one answer. */
  REQUEST,
  /** Wants none. */
  NOTIFICATION,
  /** The answer to a request that worked. */
  RESPONSE,
  /** The answer to a request that failed; without an id if the request could not be read. */
  ERROR
}
