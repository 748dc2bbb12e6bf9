package dev.belay.access;

/** Tokens of one kind. Safe for use by many threads. */
@FunctionalInterface
interface Credentials {
  /** {@return what this kind of tokens makes of it}; may wait for something to be fetched. */
  Checked check(String token) throws InterruptedException;
}
