package dev.belay.gateway.upstream;

/** Identifies the owner of an open request at an upstream: what its server asks back goes there. */
public interface Asker {
  /**
   * {@return what is remembered of it once its request was taken back: it is kept for long, so it
   * must not hold the request}
   */
  Asker afterwards();
}
