package dev.belay.observe.health;

import dev.belay.core.call.WorkerFigures;
import dev.belay.gateway.relay.ServerFigures;
import java.util.ArrayList;
import java.util.List;

/**
 * Overall state as one word with reasons.
 *
 * @param status {@code ok}, {@code degraded}, {@code starting} or {@code stopping}, as in {@code
 *     GET /health}
 * @param reasons sentences; empty if all is well
 * @param down the names of unusable servers
 */
public record HealthSummary(String status, List<String> reasons, List<String> down) {
  /** Makes defensive copies. */
  public HealthSummary {
    reasons = List.copyOf(reasons);
    down = List.copyOf(down);
  }

  /** {@return the state by these figures} */
  public static HealthSummary of(
      List<ServerFigures> upstreams, Breakers breakers, boolean isStopping) {
    var readiness = Readiness.of(upstreams, breakers, isStopping);
    var reasons = new ArrayList<String>();
    var down = new ArrayList<String>();
    if (isStopping) {
      reasons.add("Belay is stopping and takes no more calls.");
    }
    for (var server : upstreams) {
      var about = "The server \"" + server.name() + "\" ";
      var breaker = breakers.of(server.name());
      if (server.state().equals("down")) {
        down.add(server.name());
        reasons.add(about + "is down" + (server.detail() == null ? "." : ": " + server.detail()));
      } else if (breaker != null && breaker.state().equals("open")) {
        down.add(server.name());
        reasons.add(about + "is left alone for a while, since it failed too often.");
      }
      if (!server.retiring().isEmpty()) {
        reasons.add(
            about
                + "has processes that take no new calls and end with those they have: "
                + server.retiring().size()
                + ".");
      }
      if (server.abandoned() > 0) {
        reasons.add(
            about
                + "goes on with calls that have ended for all others: "
                + server.abandoned()
                + ".");
      }
    }
    return new HealthSummary(readiness.status(), reasons, down);
  }

  /**
   * {@return the same state with workers considered, which calls that ignore their stop may occupy}
   */
  public HealthSummary with(WorkerFigures workers) {
    if (!workers.isAtBound()) {
      return this;
    }
    var more = new ArrayList<>(reasons);
    more.add(
        "Calls that were stopped compute on: "
            + workers.abandoned()
            + ". A caller with as many as there are workers has fewer of them, until those calls"
            + " end or Belay is started again.");
    return new HealthSummary(status.equals("ok") ? "degraded" : status, more, down);
  }
}
