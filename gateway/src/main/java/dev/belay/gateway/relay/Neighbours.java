package dev.belay.gateway.relay;

import dev.belay.gateway.call.Handoff;
import dev.belay.gateway.call.Tracing;
import dev.belay.gateway.listing.ServerTools;

/**
 * What the rest of the gateway does with every call and list, whoever answers it.
 *
 * @param pace turns down calls that come too soon
 * @param tracing makes a span of each call
 * @param tools learns what the server's tools say
 * @param handoff makes jobs of calls
 */
public record Neighbours(Pace pace, Tracing tracing, ServerTools tools, Handoff handoff) {
  /** Has no call become a job. */
  public Neighbours(Pace pace, Tracing tracing, ServerTools tools) {
    this(pace, tracing, tools, Handoff.NONE);
  }

  /** {@return nobody, around one server} */
  public static Neighbours none() {
    return new Neighbours(Pace.NONE, Tracing.NONE, new ServerTools(() -> {}));
  }

  /** {@return the same, with calls at another pace} */
  public Neighbours paced(Pace other) {
    return new Neighbours(other, tracing, tools, handoff);
  }

  /** {@return the same, with calls that become jobs} */
  public Neighbours handingOff(Handoff other) {
    return new Neighbours(pace, tracing, tools, other);
  }

  /** {@return the same, traced by another} */
  public Neighbours traced(Tracing other) {
    return new Neighbours(pace, other, tools, handoff);
  }
}
