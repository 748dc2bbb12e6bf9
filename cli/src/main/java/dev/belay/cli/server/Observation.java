package dev.belay.cli.server;

import dev.belay.access.WhereRuled;
import dev.belay.cli.shell.Version;
import dev.belay.config.ObservabilitySettings;
import dev.belay.core.approval.Approvals;
import dev.belay.core.call.Governor;
import dev.belay.core.call.ProcessInfo;
import dev.belay.core.time.Time;
import dev.belay.core.turn.TurnRegistry;
import dev.belay.gateway.breaker.BreakerFigures;
import dev.belay.gateway.call.Decisions;
import dev.belay.gateway.call.ToolCalls;
import dev.belay.gateway.catalog.Catalog;
import dev.belay.gateway.catalog.CatalogMember;
import dev.belay.gateway.listing.ListFigures;
import dev.belay.gateway.listing.ToolIndex;
import dev.belay.gateway.notice.Notices;
import dev.belay.gateway.relay.ServerFigures;
import dev.belay.gateway.upstream.LeftBehind;
import dev.belay.http.route.Access;
import dev.belay.http.route.Routes;
import dev.belay.http.stream.McpOverHttp;
import dev.belay.mcp.session.SessionFactory;
import dev.belay.observe.audit.ShortArguments;
import dev.belay.observe.health.Breakers;
import dev.belay.observe.health.Endpoints;
import dev.belay.observe.health.Health;
import dev.belay.observe.health.HealthSources;
import dev.belay.observe.health.HealthSummary;
import dev.belay.observe.health.MeteredCalls;
import dev.belay.observe.health.MeteredHost;
import dev.belay.observe.health.PeriodicLine;
import dev.belay.observe.health.PressureLine;
import dev.belay.observe.health.ServerText;
import dev.belay.observe.health.SessionFigures;
import dev.belay.observe.health.ToolsListLine;
import dev.belay.observe.metrics.Metrics;
import dev.belay.observe.rest.Api;
import dev.belay.observe.rest.LeftBehindProcesses;
import dev.belay.observe.rest.LiveRow;
import dev.belay.observe.rest.LiveTopic;
import dev.belay.process.spawn.Means;
import dev.belay.process.spawn.Spawner;
import java.security.SecureRandom;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The object graph that shows {@code belay serve} at work and stops its calls. */
final class Observation implements AutoCloseable {
  private final Governor governor;
  private final CatalogFigures servers;
  private final Spawner spawner;
  private final JobParts jobs;
  private final Approvals approvals;
  private final Notices notices;
  private final Access access;
  private final BooleanSupplier hasRules;
  private final Access scrapers;
  private final Decisions decisions;
  private final Time time;
  private final Endpoints endpoints;
  private final PeriodicLine pressure;
  private final PeriodicLine toolsStats;
  private final Api api;
  private volatile @Nullable Metrics metrics;
  private final Function<String, ToolIndex> tools;
  private final AtomicBoolean stopping = new AtomicBoolean();

  /**
   * Builds the graph; nothing is reported or counted before there is traffic.
   *
   * @param servers figures of each server, read on demand
   * @param tools returns what is known of the tools of a server
   * @param access decides who may see the state and stop calls
   * @param hasRules tells whether rules currently limit who may call what
   * @param log takes the periodic lines
   */
  Observation(
      ObservabilitySettings settings,
      Governor governor,
      CatalogFigures servers,
      Function<String, ToolIndex> tools,
      Spawner spawner,
      JobParts jobs,
      TurnRegistry turns,
      Approvals approvals,
      Notices notices,
      BooleanSupplier self,
      Access access,
      BooleanSupplier hasRules,
      Decisions decisions,
      Consumer<String> log,
      Time time) {
    this.governor = governor;
    this.servers = servers;
    this.tools = tools;
    this.spawner = spawner;
    this.jobs = jobs;
    this.approvals = approvals;
    this.notices = notices;
    this.access = access;
    this.hasRules = hasRules;
    scrapers = new WhereRuled(access, hasRules);
    this.decisions = decisions;
    this.time = time;
    endpoints = new Endpoints(time);
    pressure =
        new PeriodicLine(time, settings.pressureLogInterval(), new PressureLine(endpoints), log);
    toolsStats =
        new PeriodicLine(
            time,
            settings.toolsStatsLogInterval(),
            new ToolsListLine(() -> servers.lists().cache()),
            log);
    var audit = settings.audit().file();
    api =
        new Api(
            governor,
            jobs.jobs(),
            jobs::fetched,
            approvals,
            self,
            access,
            decisions,
            servers,
            turns,
            new LiveTopic("servers", () -> rows(servers)),
            Version.NUMBER,
            audit == null ? null : audit.toAbsolutePath(),
            new ShortArguments(tools),
            new SecureRandom(),
            time);
  }

  private static List<LiveRow> rows(CatalogFigures servers) {
    var lists = servers.lists();
    return servers.upstreams().stream()
        .map(
            server -> new LiveRow(server.name(), null).all(ServerText.json(server, lists, servers)))
        .toList();
  }

  /** {@return {@code host} with every request counted and timed} */
  SessionFactory metered(SessionFactory host) {
    return new MeteredHost(host, endpoints, this::onRequest);
  }

  /** {@return {@code calls}, counted and timed among the requests of clients} */
  ToolCalls meteredCalls(ToolCalls calls) {
    return new MeteredCalls(calls, endpoints, this::onRequest);
  }

  private void onRequest(String method) {
    pressure.onTraffic();
    if (method.equals("tools/list")) {
      toolsStats.onTraffic();
    }
  }

  /** {@return its HTTP routes; called once} */
  Routes routes(McpOverHttp mcp) {
    var sources = sources(mcp);
    var counted = new Metrics(governor.journal(), sources, time);
    metrics = counted;
    return new Health(sources)
        .routes(access, hasRules)
        .with(counted.routes(scrapers))
        .with(api.routes())
        .with(new ServersApi(servers, decisions).routes(access));
  }

  private HealthSources sources(McpOverHttp mcp) {
    return new HealthSources(
        Version.NUMBER,
        time,
        governor.directory(),
        jobs.jobs(),
        approvals::figures,
        notices::figures,
        governor.workers()::figures,
        servers::upstreams,
        servers,
        servers::lists,
        (server, tool) -> tools.apply(server).mayHave(tool),
        () -> new SessionFigures(mcp.openSessions().legacy(), mcp.openSessions().sse()),
        () -> Means.describe(spawner.means()),
        servers::list,
        spawner::zombies,
        endpoints,
        stopping::get);
  }

  /** {@return the health of the gateway now} */
  HealthSummary health() {
    return HealthSummary.of(servers.upstreams(), servers, stopping.get())
        .with(governor.workers().figures());
  }

  /** Reports from now on that no more calls are taken. */
  void stopping() {
    stopping.set(true);
  }

  @Override
  public void close() {
    pressure.close();
    toolsStats.close();
    api.close();
    var counted = metrics;
    if (counted != null) {
      counted.close();
    }
  }

  /** Figures of the servers behind a gateway, for health and metrics. */
  record CatalogFigures(Catalog catalog) implements Breakers, LeftBehindProcesses {
    /** {@return the current figures of every server, in configuration order} */
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

    /** {@return figures of the lists of tools} */
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
}
