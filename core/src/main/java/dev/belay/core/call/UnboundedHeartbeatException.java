package dev.belay.core.call;

/** Thrown by {@code runWithHeartbeat} in a call without a total limit, which nothing would end. */
public final class UnboundedHeartbeatException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UnboundedHeartbeatException() {
    super(
        "runWithHeartbeat needs a total limit: without one a stuck tool would run for ever. "
            + "Set mcp.timeout, or call heartbeat() where the work makes progress.");
  }
}
