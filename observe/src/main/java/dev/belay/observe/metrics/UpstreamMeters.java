package dev.belay.observe.metrics;

import dev.belay.gateway.relay.ServerFigures;
import dev.belay.observe.health.Breakers;
import dev.belay.observe.health.HealthSources;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** State of the servers at the moment of a scrape, a row for each one that exists then. */
final class UpstreamMeters {
  private final HealthSources sources;
  private final MultiGauge up;
  private final MultiGauge inFlight;
  private final MultiGauge restarts;
  private final MultiGauge retiring;
  private final MultiGauge ignoredStops;
  private final MultiGauge abandoned;
  private final MultiGauge breakerOpen;
  private final MultiGauge toolsWaiting;
  private final MultiGauge toolsRefused;

  UpstreamMeters(MeterRegistry registry, HealthSources sources) {
    this.sources = sources;
    up = gauge(registry, "up", "1 if the server serves, else 0");
    inFlight = gauge(registry, "in.flight", "Requests that wait for the server's answers");
    restarts = gauge(registry, "restarts", "How often a process took the place of another");
    retiring = gauge(registry, "retiring", "Processes that only end the calls they have");
    ignoredStops = gauge(registry, "ignored.stops", "Processes that went on with a stopped call");
    abandoned = gauge(registry, "abandoned", "Calls that ended and whose work goes on");
    breakerOpen = gauge(registry, "breaker.open", "1 if the circuit breaker lets nothing through");
    toolsWaiting = gauge(registry, "tools.waiting", "Changed tools that wait to be accepted");
    toolsRefused = gauge(registry, "tools.refused", "Changed tools that are refused");
  }

  private static MultiGauge gauge(MeterRegistry registry, String name, String about) {
    return MultiGauge.builder("belay.upstream." + name).description(about).register(registry);
  }

  /** Queries the state of every server. */
  void look() {
    var servers = sources.upstreams().get();
    rows(up, servers, server -> server.state().equals("up") ? 1 : 0);
    rows(inFlight, servers, ServerFigures::inFlight);
    rows(restarts, servers, ServerFigures::restarts);
    rows(retiring, servers, server -> server.retiring().size());
    rows(ignoredStops, servers, ServerFigures::ignoredStops);
    rows(abandoned, servers, ServerFigures::abandoned);
    rows(breakerOpen, servers, server -> isOpen(sources.breakers().of(server.name())));
    var lists = sources.lists().get();
    rows(toolsWaiting, servers, server -> lists.held(server.name()).waiting());
    rows(toolsRefused, servers, server -> lists.held(server.name()).refused());
  }

  private static double isOpen(Breakers.@Nullable Breaker breaker) {
    return breaker != null && breaker.state().equals("open") ? 1 : 0;
  }

  private static void rows(
      MultiGauge gauge, List<ServerFigures> servers, ToDoubleFunction<ServerFigures> figure) {
    gauge.register(
        servers.stream()
            .map(server ->
                MultiGauge.Row.of(Tags.of("upstream", server.name()), figure.applyAsDouble(server)))
            .toList(),
        /* overwrite= */ true);
  }
}
