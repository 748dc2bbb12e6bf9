package dev.belay.mcp.client;

import dev.belay.core.time.Time;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.intake.Intake;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The common parts of all exchanges with one server. */
record Peer(
    HttpOrigin origin, HttpBounds bounds, Time time, Inbound inbound, Consumer<String> note) {
  /** {@return the room for its incoming data: all connections to one address count together} */
  Intake intake() {
    return Intake.ofHeap(origin.authority());
  }

  /** Receives messages that are not the answer to the request on whose stream they came. */
  @FunctionalInterface
  interface Inbound {
    void take(Envelope message, @Nullable RequestId during);
  }
}
