package dev.belay.config;

/**
 * The sharing of an upstream's processes or sessions: by all clients, by one client session, or by
 * none.
 */
public enum Isolation {
  /** One for all clients. */
  SHARED,
  /** One for each client session. */
  SESSION,
  /** One process for each call, so that a cancel can kill it at once. */
  CALL
}
