package dev.belay.observe.page;

import dev.belay.config.Settings;
import dev.belay.core.approval.Approvals;
import dev.belay.core.call.CallId;
import dev.belay.core.call.CallInfo;
import dev.belay.core.call.Caller;
import dev.belay.core.call.Governor;
import dev.belay.core.call.GovernorOptions;
import dev.belay.core.call.ProcessInfo;
import dev.belay.core.job.Jobs;
import dev.belay.core.job.MemoryJobStore;
import dev.belay.core.journal.CallEvent;
import dev.belay.core.journal.Subject;
import dev.belay.core.time.Time;
import dev.belay.core.turn.TurnOptions;
import dev.belay.core.turn.TurnRegistry;
import dev.belay.gateway.call.Decisions;
import dev.belay.gateway.call.ToolCalls;
import dev.belay.gateway.call.ToolLists;
import dev.belay.gateway.job.JobText;
import dev.belay.gateway.listing.ListFigures;
import dev.belay.gateway.listing.ToolIndex;
import dev.belay.gateway.notice.Notices;
import dev.belay.gateway.relay.ServerFigures;
import dev.belay.gateway.turn.TurnRunner;
import dev.belay.gateway.turn.TurnTools;
import dev.belay.gateway.turn.TurnsApi;
import dev.belay.gateway.upstream.LeftBehind;
import dev.belay.gateway.upstream.RetiringProcess;
import dev.belay.http.route.Access;
import dev.belay.http.route.Routes;
import dev.belay.observe.audit.ShortArguments;
import dev.belay.observe.health.Breakers;
import dev.belay.observe.health.Endpoints;
import dev.belay.observe.health.Health;
import dev.belay.observe.health.HealthSources;
import dev.belay.observe.health.SessionFigures;
import dev.belay.observe.metrics.Metrics;
import dev.belay.observe.rest.Answered;
import dev.belay.observe.rest.Api;
import dev.belay.observe.rest.LeftBehindProcesses;
import dev.belay.observe.rest.LiveTopic;
import dev.belay.observe.schema.SchemaApi;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Requests against all routes of a gateway with one server that is down. */
final class Looked implements AutoCloseable {
  private static final LeftBehind LEFT =
      new LeftBehind(
          "files",
          new ProcessInfo(4711, "sleep"),
          List.of(new CallInfo(new CallId("n", 0, 1), "x", "files", Caller.LOCAL, Instant.EPOCH)));

  private static final LeftBehindProcesses SOME_LEFT =
      new LeftBehindProcesses() {
        @Override
        public List<LeftBehind> list() {
          return List.of(LEFT);
        }

        @Override
        public List<ProcessInfo> kill(Predicate<LeftBehind> chosen) {
          return List.of(LEFT.process());
        }
      };

  /** Whose events the journal has. */
  static final Subject CALL =
      new Subject("local-1", "read", "files", "local", null, null, null, null);

  /** One of each kind, and one that says as little as it may. */
  static final List<CallEvent> EVENTS =
      List.of(
          new CallEvent.Accepted(),
          new CallEvent.Waiting("lane"),
          new CallEvent.Running(Duration.ofSeconds(5), Duration.ZERO),
          new CallEvent.Beat(null, null, null),
          new CallEvent.Beat("page", 1.0, 2.5),
          new CallEvent.LimitsReplaced(Duration.ofSeconds(5), Duration.ZERO, "ann"),
          new CallEvent.Held("question"),
          new CallEvent.Released("question"),
          new CallEvent.Retrying(2, "gone", Duration.ofMillis(200)),
          new CallEvent.Shared("local-0"),
          new CallEvent.HandedOff(),
          new CallEvent.Settled("failed", "TOOL", "", Duration.ZERO, Duration.ofMillis(1)),
          new CallEvent.Stopped("told"),
          new CallEvent.LateResult());

  final Governor governor;
  final Jobs jobs;
  private final Metrics metrics;
  private final Api api;
  private final Routes routes;

  Looked(Time time) {
    governor = new Governor(GovernorOptions.of(time));
    var terms = new Jobs.Terms(Duration.ofDays(1), 1 << 20);
    var threads = Thread.ofVirtual().factory();
    jobs =
        new Jobs(
            new MemoryJobStore(1 << 20),
            () -> terms,
            100,
            JobText::failure,
            threads,
            time,
            _ -> {});
    var endpoints = new Endpoints(time);
    endpoints.begin("mcp:/mcp tools/call").end(/* isError= */ false);
    var down =
        new ServerFigures(
            "files",
            "down",
            "it does not start",
            "legacy",
            "stdio",
            1,
            2,
            List.of(new RetiringProcess(77, 1, "It did not obey.")),
            3,
            "With isolation: call a stop ends the process of that call alone.",
            4,
            "ann");
    var sources =
        new HealthSources(
            "1.2.3",
            time,
            governor.directory(),
            jobs,
            new Approvals(time, _ -> {})::figures,
            () -> new Notices.Figures(0, 0, 0),
            governor.workers()::figures,
            () -> List.of(down),
            _ -> new Breakers.Breaker("open", 50, 10),
            () ->
                new ListFigures(
                    3,
                    ListFigures.Cache.none(),
                    new ListFigures.Gate(1, 2, 90, 0, 0, 4, 0),
                    Map.of("files", new ListFigures.Held(1, 0))),
            (_, _) -> true,
            () -> new SessionFigures(1, 2),
            () -> "cgroup.kill, watchdog",
            SOME_LEFT::list,
            () -> 0,
            endpoints,
            () -> false);
    metrics = new Metrics(governor.journal(), sources, time);
    var registry = new TurnRegistry(TurnOptions.of(time, _ -> {}));
    api =
        new Api(
            governor,
            jobs,
            _ -> {},
            new Approvals(time, _ -> {}),
            () -> false,
            Access.everybody(Access.Known.OWNER),
            Decisions.NONE,
            SOME_LEFT,
            registry,
            new LiveTopic("servers", List::of),
            "1.2.3",
            null,
            new ShortArguments(_ -> ToolIndex.EMPTY),
            new Random(1),
            time);
    var everybody = Access.everybody(Access.Known.OWNER);
    var all =
        new Health(sources)
            .routes(everybody, () -> false)
            .with(metrics.routes(everybody))
            .with(api.routes())
            .with(turns(registry, time).routes());
    routes = all.with(new SchemaApi(everybody, "1.2.3", all).routes());
  }

  /** Turns without tools. */
  private static TurnsApi turns(TurnRegistry registry, Time time) {
    var runner =
        new TurnRunner(
            registry,
            new TurnTools(ToolCalls.NONE, ToolLists.NONE, Settings::defaults, time, _ -> {}),
            Settings::defaults);
    return new TurnsApi(registry, runner, Access.everybody(Access.Known.OWNER), Decisions.NONE);
  }

  Routes routes() {
    return routes;
  }

  Answered get(String path, @Nullable String query) throws InterruptedException {
    return Answered.by(routes, "GET", path, query, "");
  }

  Answered post(String path, String body) throws InterruptedException {
    return Answered.by(routes, "POST", path, null, body);
  }

  @Override
  public void close() {
    api.close();
    metrics.close();
    governor.close();
  }
}
