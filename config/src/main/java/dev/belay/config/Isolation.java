package dev.belay.config;

/**
 * Who shares one process of an upstream, or one session with it: every client, one client session,
 * or one call alone.
 */
public enum Isolation {
  /** One for all. */
  SHARED,
  /** One for each client session. */
  SESSION,
  /** One process for each call, so that a cancel can kill it at once. */
  CALL
}
