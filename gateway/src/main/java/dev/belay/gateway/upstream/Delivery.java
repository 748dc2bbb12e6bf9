package dev.belay.gateway.upstream;

/** A unit of work for an upstream, handed in order to the process that serves at that time. */
public interface Delivery {
  /** Hands it over. Must not block. */
  void to(UpstreamConnection link);

  /** {@return whether it justifies starting a server that is down} */
  default boolean wakes() {
    return true;
  }

  /** No process serves, and none will soon. */
  void unavailable(String why);
}
