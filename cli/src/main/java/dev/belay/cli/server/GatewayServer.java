package dev.belay.cli.server;

import dev.belay.access.Gatekeeper;
import dev.belay.access.ToolPace;
import dev.belay.cli.server.Audit.ToolDecisions;
import dev.belay.cli.server.Observation.CatalogFigures;
import dev.belay.cli.server.Serving.Provisions;
import dev.belay.cli.shell.Version;
import dev.belay.config.HttpSettings;
import dev.belay.config.ServerSettings;
import dev.belay.config.Settings;
import dev.belay.config.Start;
import dev.belay.console.Pages;
import dev.belay.core.approval.Approval;
import dev.belay.core.approval.Approvals;
import dev.belay.core.approval.RuleStore;
import dev.belay.core.call.Governor;
import dev.belay.core.call.GovernorOptions;
import dev.belay.core.call.WorkerOptions;
import dev.belay.core.journal.Journal;
import dev.belay.core.share.Shares;
import dev.belay.core.time.Time;
import dev.belay.core.turn.TurnOptions;
import dev.belay.core.turn.TurnRegistry;
import dev.belay.gateway.approval.ApprovalGates;
import dev.belay.gateway.approval.ApprovalText;
import dev.belay.gateway.call.Tracing;
import dev.belay.gateway.catalog.Catalog;
import dev.belay.gateway.catalog.CatalogMember;
import dev.belay.gateway.hosted.HostedBackend;
import dev.belay.gateway.hosted.PermissionPrompt;
import dev.belay.gateway.job.BuiltInTool;
import dev.belay.gateway.listing.ServerTools;
import dev.belay.gateway.listing.ToolIndex;
import dev.belay.gateway.notice.Notices;
import dev.belay.gateway.relay.Neighbours;
import dev.belay.gateway.turn.OwnTools;
import dev.belay.gateway.turn.TurnRunner;
import dev.belay.gateway.turn.TurnTools;
import dev.belay.gateway.turn.TurnsApi;
import dev.belay.gateway.upstream.Report;
import dev.belay.http.info.ServerInfo;
import dev.belay.http.route.Routes;
import dev.belay.http.server.HttpServer;
import dev.belay.http.stream.McpOverHttp;
import dev.belay.mcp.era.Revision;
import dev.belay.observe.schema.SchemaApi;
import dev.belay.observe.status.SessionStatus;
import dev.belay.observe.trace.Switch;
import dev.belay.process.spawn.Spawner;
import dev.belay.process.tree.Grace;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Serves governed servers to any number of clients over HTTP: the object graph of {@code belay
 * serve} on one page. Longer than other files: it wires every part.
 *
 * <p>Safe for use by many threads.
 */
public final class GatewayServer {
  /** How long the last answers, and then open connections, may take: longer than a stall. */
  private static final Duration FAREWELL = Duration.ofSeconds(5);

  private final Time time;
  private final Report report;
  private final Settings started;
  private final HttpSettings settings;
  private final Spawner spawner;
  private final Audit audit;
  private final Gatekeeper gatekeeper;
  private final Tracing tracing;
  private final ToolPace pace;
  private final Governor governor;
  private final Catalog catalog;
  private final Observation observation;
  private final Shares memory;
  private final McpOverHttp mcp;
  private final Routes routes;
  private final HttpServer http;
  private final TurnRegistry turns;
  private final JobParts jobs;
  private final Notices notices;
  private final Approvals approvals;
  private final HostedBackend permissions;
  private final AgentParts agents;
  private final SpareHeap spareHeap;
  private final AtomicReference<Settings> configured;
  private final AtomicBoolean closing = new AtomicBoolean();
  private final CompletableFuture<Boolean> closed = new CompletableFuture<>();

  /** Supplies the gatekeeper. */
  @FunctionalInterface
  public interface Keeper {
    /**
     * Finds the gatekeeper, while servers are starting.
     *
     * @throws IOException if it cannot be set up; the message says why
     */
    Gatekeeper find() throws IOException;
  }

  /**
   * Starts the servers, which takes longest, and builds the rest meanwhile. No part is used before
   * it is built: servers speak to the catalog, which is complete before the first of them starts,
   * and clients wait at the {@link ListeningDoor}.
   *
   * @param time the clock of all limits, except those of the audit log and the gatekeeper
   * @param keeper supplies the gatekeeper
   * @param audit records every call; closed with this server, also if this constructor fails
   * @param servers the servers of {@code all} that are served
   * @param provisions process environment and native tools of the servers
   * @param state directory of pinned tool definitions and of jobs; null keeps neither
   * @param report takes messages for a person, line by line
   * @param errors returns what takes the standard error of a server, by its name
   * @throws IOException if it cannot listen at its address, or the keeper fails
   */
  public GatewayServer(
      Time time,
      Settings all,
      Audit audit,
      Keeper keeper,
      List<ServerSettings> servers,
      Provisions provisions,
      @Nullable Path state,
      Report report,
      Function<String, Consumer<byte[]>> errors)
      throws IOException, InterruptedException {
    this.time = time;
    this.report = report;
    this.audit = audit;
    started = all;
    settings = all.http();
    var now = new AtomicReference<>(all);
    configured = now;
    spawner = Spawner.open(time);
    var options =
        GovernorOptions.of(time)
            .withLedger(audit.ledger())
            .withWorkers(WorkerOptions.platform(all.mcp().workers()));
    governor = new Governor(options);
    tracing = Switch.of(System.getenv(), Version.NUMBER);
    pace = new ToolPace(audit.refusals(), time);
    turns =
        new TurnRegistry(
            TurnOptions.of(time, report::say).withLoops(() -> now.get().turns().loops().limits()));
    jobs = new JobParts(now::get, state, audit.decisions(), time, report::say);
    notices =
        new Notices(
            () -> now.get().approval().notices(), spawner, System.getenv(), report::say, time);
    approvals = approvals(jobs.rules(this::origin));
    var gates =
        new ApprovalGates(
            approvals, () -> now.get().approval(), jobs::becomesJob, ApprovalGates.Place.API, time);
    var around = new Surroundings(pace, tracing, jobs, gates, new ConcurrentHashMap<>());
    audit.goBy(around::tools);
    var relays = new Relays(governor, spawner, time, provisions, report, errors);
    var own =
        new OwnMembers(
            governor, time, options.random(), provisions, around.of(OwnTools.SERVER, () -> {}));
    permissions = own.ofPermissions(all, around.alone(PermissionPrompt.SERVER, () -> {}));
    memory = HttpBinding.memory(settings);
    var door = ListeningDoor.open(all, time, report::say, memory);
    catalog =
        new Catalog(
            all,
            (by, server, onToolsChanged) -> {
              var neighbours = around.of(server.name(), onToolsChanged);
              return server.start() instanceof Start.Native
                  ? jobs.served(own.of(server, by, neighbours))
                  : relays.before(server, by, neighbours);
            },
            report,
            time,
            state == null ? null : state.resolve("pins"),
            new ToolDecisions(governor.journal(), audit.decisions()));
    catalog.replace(all, servers);
    try {
      gatekeeper = keeper.find();
      observation = observation(all, around);
      mcp = mcp();
      agents = agents(own, options.random());
      routes = routes();
      http = door.leadTo(routes);
    } catch (IOException e) {
      door.abandon();
      end();
      throw e;
    }
    spareHeap = SpareHeap.watched(time);
    new WarmUp(spawner, report, time).begin();
    jobs.restart(catalog, catalog::named);
  }

  private Approvals approvals(@Nullable RuleStore rules) {
    Consumer<Approval> told =
        approval -> {
          audit.decisions().decided(ApprovalText.decision(approval));
          notices.changed(approval);
        };
    IntSupplier most = () -> configured.get().approval().promptsPerMinute();
    var threads = Thread.ofVirtual().name("belay-rules").factory();
    return rules == null
        ? new Approvals(time, told, most)
        : new Approvals(time, told, most, rules, threads, report::say);
  }

  /** {@return how that server is started or reached: stored decisions hold for no other} */
  private String origin(String server) {
    return origins().getOrDefault(server, "");
  }

  private Map<String, String> origins() {
    return catalog.members().stream()
        .collect(
            Collectors.toMap(CatalogMember::name, member -> member.settings().start().whole()));
  }

  private Observation observation(Settings all, Surroundings around) {
    return new Observation(
        all.observability(),
        governor,
        new CatalogFigures(catalog),
        around::tools,
        spawner,
        jobs,
        turns,
        approvals,
        notices,
        () -> configured.get().approval().self(),
        gatekeeper.api(),
        () -> !configured.get().listing().access().isEmpty(),
        audit.decisions(),
        report::figures,
        time);
  }

  /** What calls and lists of every server share. */
  private record Surroundings(
      ToolPace pace,
      Tracing tracing,
      JobParts jobs,
      ApprovalGates approvals,
      Map<String, ServerTools> toolsByServer) {
    Neighbours of(String server, Runnable onToolsChanged) {
      return jobs.around(alone(server, onToolsChanged));
    }

    /** {@return the surroundings of a server whose calls never become jobs} */
    Neighbours alone(String server, Runnable onToolsChanged) {
      var tools = new ServerTools(onToolsChanged);
      toolsByServer.put(server, tools);
      return new Neighbours(pace::refusal, tracing, tools).approving(approvals);
    }

    /** {@return the tool definitions of that server as far as they are known} */
    ToolIndex tools(String server) {
      var known = toolsByServer.get(server);
      return known == null ? ToolIndex.EMPTY : known.now();
    }
  }

  private McpOverHttp mcp() {
    var prompt = new PermissionPrompt(permissions);
    var others =
        List.of(
            new BuiltInTool(
                PermissionPrompt.NAME,
                prompt.definition(),
                prompt,
                () -> configured.get().approval().permissionPrompt()));
    var servers = ApprovalGates.following(jobs.beside(catalog, others, catalog), approvals);
    return new McpOverHttp(
        observation.metered(servers),
        time,
        HttpBinding.streamBounds(settings),
        ServerInfo.of("belay", Version.NUMBER, Revision.V2026_07_28.wire(), null),
        catalog::paramHeaders,
        gatekeeper.mcp(),
        memory);
  }

  private Routes routes() {
    var all =
        agents
            .api(gatekeeper.api(), gatekeeper::paced)
            .on(gatekeeper.with(gatekeeper.signIn()))
            .with("/mcp", mcp.streamable())
            .with("/sse", mcp.stream())
            .with(McpOverHttp.MESSAGES, mcp.messages())
            .with(turnsApi().routes())
            .with(observation.routes(mcp))
            .with(new Pages().routes())
            .with(config().routes());
    return all.with(new SchemaApi(gatekeeper.api(), Version.NUMBER, all).routes());
  }

  private ConfigApi config() {
    return new ConfigApi(gatekeeper.api(), started, configured::get, KnownTools.of(catalog));
  }

  private AgentParts agents(OwnMembers own, RandomGenerator random) {
    var tools =
        new TurnTools(
            observation.meteredCalls(catalog), catalog, configured::get, time, report::say);
    var status = new SessionStatus(turns, governor.directory(), observation::health);
    return new AgentParts(turns, tools, own, status, configured::get, random, report::say, time);
  }

  private TurnsApi turnsApi() {
    var runner = new TurnRunner(turns, agents.tools(), configured::get);
    return new TurnsApi(turns, gatekeeper.paced(runner), gatekeeper.api(), audit.decisions());
  }

  /** {@return the paths that it serves} */
  public List<String> paths() {
    return routes.paths();
  }

  /** {@return the same with their methods, as they are documented} */
  public List<String> listed() {
    return routes.listed();
  }

  /** {@return where it listens, as a client is told} */
  public String url() {
    return consoleUrl() + "mcp";
  }

  /** {@return where its console is} */
  String consoleUrl() {
    var host = settings.host();
    return "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + http.port() + "/";
  }

  /** {@return what happens to calls} */
  Journal journal() {
    return governor.journal();
  }

  /** {@return how its servers are doing, at each call} */
  ServerStates states() {
    return new ServerStates(catalog, time);
  }

  /** {@return what clients call a tool of that server} */
  String named(String server, String tool) {
    var name = catalog.named(server, tool);
    return name == null ? tool : name;
  }

  /** {@return how many processes of its servers live} */
  int processes() {
    return catalog.members().stream()
        .flatMap(member -> member.backend().processes().stream())
        .mapToInt(process -> process.tree().size())
        .sum();
  }

  /** {@return why servers do not run, and will not before the next request; empty if all run} */
  public List<String> troubles() {
    return catalog.members().stream()
        .map(CatalogMember::trouble)
        .filter(Objects::nonNull)
        .map(Objects::requireNonNull)
        .toList();
  }

  /**
   * Applies another configuration from the next call on, except for what {@link
   * Settings#fromNextStart} names.
   *
   * @param servers the servers of {@code changed} that are served; if empty, the present ones stay
   */
  public void replace(Settings changed, List<ServerSettings> servers) {
    configured.set(changed);
    permissions.replace(changed, OwnMembers.permissions(changed));
    gatekeeper.replace(changed);
    audit.replace(changed.observability().audit());
    if (!servers.isEmpty()) {
      var before = origins();
      catalog.replace(changed, servers);
      var after = origins();
      // A decision is on the tools of a server that is started in one way, or at one address.
      Predicate<String> isOther = server -> !Objects.equals(before.get(server), after.get(server));
      approvals.rules().stream()
          .filter(rule -> isOther.test(rule.server()))
          .filter(rule -> approvals.revoke(rule.id()) != null)
          .forEach(rule -> audit.decisions().decided(ApprovalText.dropped(rule)));
      approvals.serversReplaced(isOther);
    }
    agents.replace(changed);
  }

  /** Checks whether a person has accepted held-back tools, and notifies clients if so. */
  public void lookAtPins() {
    catalog.lookAtPins();
  }

  /**
   * Ends it in good order (P25): no new calls; what runs gets {@code http.drain_timeout}, then its
   * end, cause <em>shutdown</em>; every stream ends with a final message, every process is gone.
   *
   * <p>Safe to call more than once.
   */
  public void close() throws InterruptedException {
    if (closing.compareAndSet(false, true)) {
      try {
        observation.stopping();
        var drained =
            CompletableFuture.allOf(
                mcp.drain().toCompletableFuture(),
                turns.drain().toCompletableFuture(),
                jobs.drained());
        // Subscriptions never end by themselves, so draining must not wait for them.
        catalog.endSubscriptions();
        jobs.endSubscriptions();
        int running = mcp.inFlight() + turns.active().size() + jobs.awaited();
        if (running > 0) {
          report.say(
              "stopping: "
                  + running
                  + (running == 1
                      ? " request is running, and gets "
                      : " requests are running, and get ")
                  + settings.times().drainTimeout().toSeconds()
                  + " s to end");
        }
        time.await(drained, settings.times().drainTimeout());
        turns.close();
        governor.close();
        time.await(drained, FAREWELL);
        agents.close(Grace.brisk());
        mcp.close();
        observation.close();
        http.close(FAREWELL);
        spareHeap.close();
        end();
      } finally {
        closed.complete(true);
      }
    }
    closed.join();
  }

  private void end() throws InterruptedException {
    governor.close();
    jobs.close();
    catalog.close(Grace.brisk());
    permissions.close(Grace.brisk());
    notices.close();
    spawner.close();
    audit.close();
    tracing.close();
  }
}
