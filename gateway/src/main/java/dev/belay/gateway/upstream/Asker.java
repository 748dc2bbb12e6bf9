package dev.belay.gateway.upstream;

/**
 * Who has a request open at an upstream, as those know who made it: what it asks back is theirs.
 */
public interface Asker {
  /**
   * {@return what is remembered of it once its request was taken back: it is kept for long, so it
   * must not hold the request}
   */
  Asker afterwards();
}
