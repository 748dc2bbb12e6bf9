package dev.belay.gateway.relay;

import dev.belay.core.call.CallInfo;
import dev.belay.core.call.FailedException;
import dev.belay.core.call.Failure;
import dev.belay.core.call.Gate;
import dev.belay.core.call.RefusedException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * Gates that a call passes while it runs already: it had waited for another call's answer first.
 * Waiting at them counts against its own limits.
 */
final class LatePasses implements AutoCloseable {
  private final Deque<Gate.Pass> passes = new ArrayDeque<>();

  /** Passes all of them, in this order. */
  void pass(List<Gate> gates, CallInfo call) throws InterruptedException, FailedException {
    for (var gate : gates) {
      try {
        passes.push(gate.enter(call));
      } catch (RefusedException e) {
        throw new FailedException(Failure.Kind.UPSTREAM_UNAVAILABLE, e.reason());
      }
    }
  }

  @Override
  public void close() {
    passes.forEach(Gate.Pass::close);
  }
}
