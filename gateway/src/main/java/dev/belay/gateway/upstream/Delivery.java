package dev.belay.gateway.upstream;

/** Something for an upstream, to be handed to whichever process serves now, in order. */
public interface Delivery {
  /** Hands it over. Must not block. */
  void to(UpstreamProcess process);

  /** There is no process, and none will come soon. */
  void unavailable(String why);
}
