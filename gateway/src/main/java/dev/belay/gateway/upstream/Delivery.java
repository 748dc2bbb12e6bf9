package dev.belay.gateway.upstream;

/** Something for an upstream, to be handed to whichever process serves now, in order. */
public interface Delivery {
  /** Hands it over. Must not block. */
  void to(UpstreamConnection link);

  /** {@return true if it is worth starting a server for that does not run} */
  default boolean wakes() {
    return true;
  }

  /** There is no process, and none will come soon. */
  void unavailable(String why);
}
