package dev.belay.gateway.relay;

import dev.belay.config.ApprovalSettings;
import dev.belay.core.time.Time;
import dev.belay.gateway.approval.ApprovalGates;
import dev.belay.gateway.call.Handoff;
import dev.belay.gateway.call.Tracing;
import dev.belay.gateway.listing.ServerTools;

/**
 * The parts of the gateway that every call and list passes, for any backend.
 *
 * @param pace refuses calls above their rate
 * @param tracing creates a span for each call
 * @param tools records the declarations of the server's tools
 * @param handoff turns calls into jobs
 * @param approvals has people decide on calls
 */
public record Neighbours(
    Pace pace, Tracing tracing, ServerTools tools, Handoff handoff, ApprovalGates approvals) {
  /** Creates neighbours without jobs, in which nobody can be asked to decide on a call. */
  public Neighbours(Pace pace, Tracing tracing, ServerTools tools) {
    this(
        pace,
        tracing,
        tools,
        Handoff.NONE,
        ApprovalGates.ofClient(ApprovalSettings.defaults(), _ -> false, Time.system()));
  }

  /** {@return neighbours without effect, for one server} */
  public static Neighbours none() {
    return new Neighbours(Pace.NONE, Tracing.NONE, new ServerTools(() -> {}));
  }

  /** {@return a copy with another pace} */
  public Neighbours paced(Pace other) {
    return new Neighbours(other, tracing, tools, handoff, approvals);
  }

  /** {@return a copy with another hand-off} */
  public Neighbours handingOff(Handoff other) {
    return new Neighbours(pace, tracing, tools, other, approvals);
  }

  /** {@return a copy with another tracing} */
  public Neighbours traced(Tracing other) {
    return new Neighbours(pace, other, tools, handoff, approvals);
  }

  /** {@return a copy with people who decide on calls} */
  public Neighbours approving(ApprovalGates other) {
    return new Neighbours(pace, tracing, tools, handoff, other);
  }
}
