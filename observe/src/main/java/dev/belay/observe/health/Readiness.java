package dev.belay.observe.health;

import dev.belay.core.call.WorkerFigures;
import dev.belay.gateway.relay.ServerFigures;
import java.util.List;

/**
 * Readiness of the gateway, and the word for its state.
 *
 * <p>One server that is down makes it degraded, not unready, since the others serve. It is unready
 * while all of them are down.
 */
record Readiness(String status, boolean isReady) {
  static Readiness of(List<ServerFigures> upstreams, Breakers breakers, boolean isStopping) {
    if (isStopping) {
      return new Readiness("stopping", false);
    }
    boolean serves = upstreams.isEmpty();
    boolean starts = false;
    boolean suffers = false;
    for (var upstream : upstreams) {
      serves |= upstream.state().equals("up") || upstream.state().equals("idle");
      starts |= upstream.state().equals("starting");
      suffers |= suffers(upstream, breakers);
    }
    if (!serves && starts) {
      return new Readiness("starting", false);
    }
    return new Readiness(suffers ? "degraded" : "ok", serves);
  }

  private static boolean suffers(ServerFigures upstream, Breakers breakers) {
    var breaker = breakers.of(upstream.name());
    return upstream.state().equals("down")
        || !upstream.retiring().isEmpty()
        || upstream.abandoned() > 0
        || (breaker != null && !breaker.state().equals("closed"));
  }

  /** {@return the same with workers considered, which calls that ignore their stop may occupy} */
  Readiness with(WorkerFigures workers) {
    return status.equals("ok") && workers.isAtBound() ? new Readiness("degraded", isReady) : this;
  }

  int httpStatus() {
    return isReady ? 200 : 503;
  }
}
