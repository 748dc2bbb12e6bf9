package dev.belay.gateway.upstream;

/** Identifies the owner of an open request, to whom the server's questions about it are routed. */
public interface Asker {
  /**
   * {@return the form of it that is kept after its request was cancelled; long-lived, so it must
   * not hold the request}
   */
  Asker afterwards();
}
