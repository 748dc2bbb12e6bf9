package dev.belay.cli.server;

import dev.belay.core.call.ProcessInfo;
import dev.belay.gateway.breaker.BreakerFigures;
import dev.belay.gateway.catalog.Catalog;
import dev.belay.gateway.catalog.CatalogMember;
import dev.belay.gateway.health.Breakers;
import dev.belay.gateway.listing.ListFigures;
import dev.belay.gateway.relay.ServerFigures;
import dev.belay.gateway.rest.LeftBehindProcesses;
import dev.belay.gateway.upstream.LeftBehind;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What health and metrics ask of the servers behind a gateway. */
record CatalogFigures(Catalog catalog) implements Breakers, LeftBehindProcesses {
  /** {@return every server as it is now, in the order of the configuration} */
  List<ServerFigures> upstreams() {
    return catalog.members().stream().map(member -> member.backend().figures()).toList();
  }

  @Override
  public @Nullable Breaker of(String upstream) {
    return catalog.members().stream()
        .filter(member -> member.name().equals(upstream))
        .findFirst()
        .map(CatalogFigures::breaker)
        .orElse(null);
  }

  @Override
  public List<LeftBehind> list() {
    return catalog.members().stream()
        .flatMap(member -> member.backend().leftBehind().stream())
        .toList();
  }

  @Override
  public List<ProcessInfo> kill(Predicate<LeftBehind> chosen) {
    return catalog.members().stream()
        .flatMap(member -> member.backend().killLeftBehind(chosen).stream())
        .toList();
  }

  /** {@return what has become of lists of tools} */
  ListFigures lists() {
    return catalog.listFigures();
  }

  private static @Nullable Breaker breaker(CatalogMember member) {
    BreakerFigures figures = member.backend().breakerFigures();
    return figures == null
        ? null
        : new Breaker(
            figures.state().name().toLowerCase(Locale.ROOT),
            figures.failureRatePct(),
            figures.calls());
  }
}
