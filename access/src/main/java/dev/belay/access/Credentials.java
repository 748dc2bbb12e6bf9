package dev.belay.access;

/** Tokens of one kind. Safe for use by many threads. */
@FunctionalInterface
interface Credentials {
  /** {@return the result of checking the token}; may wait for keys to be fetched. */
  TokenCheck check(String token) throws InterruptedException;
}
