package dev.belay.observe.health;

import dev.belay.gateway.listing.ListFigures;
import dev.belay.gateway.relay.ServerFigures;
import dev.belay.gateway.upstream.RetiringProcess;
import dev.belay.mcp.envelope.JsonText;

/** What is told of one server behind the gateway. */
public final class ServerText {
  private ServerText() {}

  /** {@return the figures of one server} */
  public static JsonText json(ServerFigures server, ListFigures lists, Breakers breakers) {
    var json = new JsonText().text("name", server.name()).text("state", server.state());
    if (server.detail() != null) {
      json.text("detail", server.detail());
    }
    if (server.era() != null) {
      json.text("era", server.era());
    }
    json.text("transport", server.transport())
        .number("restarts", server.restarts())
        .number("in_flight", server.inFlight())
        .objects("retiring", server.retiring().stream().map(ServerText::retiring).toList())
        .number("ignored_stops", server.ignoredStops());
    if (server.drainedBy() != null) {
      json.text("drained_by", server.drainedBy());
    }
    if (server.advice() != null) {
      json.text("advice", server.advice());
    }
    json.number("abandoned", server.abandoned())
        .number("tools_waiting", lists.held(server.name()).waiting())
        .number("tools_refused", lists.held(server.name()).refused());
    var breaker = breakers.of(server.name());
    if (breaker != null) {
      json.object(
          "breaker",
          new JsonText()
              .text("state", breaker.state())
              .number("failure_rate_pct", Rounded.to(breaker.failureRatePct(), 1))
              .number("calls", breaker.calls()));
    }
    return json;
  }

  private static JsonText retiring(RetiringProcess process) {
    return new JsonText()
        .number("pid", process.pid())
        .number("calls", process.calls())
        .text("why", process.why());
  }
}
