package dev.belay.observe.health;

import dev.belay.core.call.CallState;
import dev.belay.core.call.WorkerFigures;
import dev.belay.core.time.Time;
import dev.belay.gateway.listing.ListFigures;
import dev.belay.gateway.relay.ServerFigures;
import dev.belay.http.json.JsonAnswer;
import dev.belay.http.route.Access;
import dev.belay.http.route.Response;
import dev.belay.http.route.Routes;
import dev.belay.mcp.envelope.JsonText;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * {@code GET /health} and its two short forms: liveness, readiness, and the state of everything
 * behind the gateway, which requires a token. Safe for use by many threads.
 */
public final class Health {
  private static final int TOP = 5;

  private final HealthSources sources;
  private final long startedAt;

  /** Counts uptime from now on. */
  public Health(HealthSources sources) {
    this.sources = sources;
    startedAt = sources.time().nanos();
  }

  /**
   * {@return its routes}
   *
   * @param access who may see more than the status
   * @param hasRules whether knowledge of servers is restricted: then details require the right to
   *     see all calls
   */
  public Routes routes(Access access, BooleanSupplier hasRules) {
    return Routes.none()
        .with(
            "GET",
            "/health",
            (request, response) -> {
              switch (access.decide(request)) {
                case Access.Known known when known.isAdmin() || !hasRules.getAsBoolean() ->
                    whole(response);
                case Access.Refused refused when request.header("authorization") != null ->
                    response.send(refused.status(), refused.headers(), refused.body());
                // Load balancers have no token, and need none for the status.
                case Access.Known _, Access.Refused _ -> ready(response);
              }
            })
        // An answer itself shows that it is alive.
        .with("GET", "/health/live", (_, response) -> said(response, 200, "ok"))
        .with("GET", "/health/ready", (_, response) -> ready(response));
  }

  private static void said(Response response, int status, String word) {
    JsonAnswer.json(response, status, new JsonText().text("status", word));
  }

  private void ready(Response response) {
    var readiness = readiness(sources.upstreams().get());
    said(response, readiness.httpStatus(), readiness.status());
  }

  private Readiness readiness(List<ServerFigures> upstreams) {
    return Readiness.of(upstreams, sources.breakers(), sources.stopping().getAsBoolean())
        .with(sources.workers().get());
  }

  private void whole(Response response) {
    var upstreams = sources.upstreams().get();
    var readiness = readiness(upstreams);
    var lists = sources.lists().get();
    var body =
        new JsonText()
            .text("status", readiness.status())
            .text("version", sources.version())
            .seconds("uptime_s", uptime(sources.time()))
            .flag("live", true)
            .flag("ready", readiness.isReady())
            .objects(
                "upstreams",
                upstreams.stream()
                    .map(server -> ServerText.json(server, lists, sources.breakers()))
                    .toList())
            .object("catalog", catalog(lists))
            .object("sessions", sessions(sources.sessions().get()))
            .object("calls", calls())
            .object("jobs", new JsonText().number("open", sources.jobs().open()))
            .object("workers", workers(sources.workers().get()))
            .object("processes", processes())
            .number("zombies", sources.zombies().getAsInt())
            .object("observability", endpoints(sources.endpoints().summary(TOP)));
    JsonAnswer.json(response, readiness.httpStatus(), body);
  }

  private JsonText processes() {
    return new JsonText()
        .text("means", sources.means().get())
        .objects(
            "left_behind",
            sources.leftBehind().get().stream().map(one -> one.json(_ -> true)).toList());
  }

  private Duration uptime(Time time) {
    return Duration.ofNanos(time.nanos() - startedAt);
  }

  private static JsonText catalog(ListFigures lists) {
    var cache = lists.cache();
    var gate = lists.gate();
    return new JsonText()
        .number("tools", lists.tools())
        .number("cache_hits", cache.hits())
        .number("cache_misses", cache.misses())
        .number("cache_refreshes", cache.refreshes())
        .number("hit_rate_pct", Rounded.to(cache.hitRatePct(), 2))
        .number("build_failures", cache.buildFailures())
        .object(
            "gate",
            new JsonText()
                .number("running", gate.inFlight())
                .number("max_running", gate.maxInFlight())
                .number("waiting", gate.waiting())
                .number("most_waiting", gate.peakWaiting())
                .number("refused", gate.refused()));
  }

  private static JsonText sessions(SessionFigures sessions) {
    return new JsonText()
        .number("open", sessions.open())
        .number("legacy", sessions.legacy())
        .number("sse", sessions.sse());
  }

  private static JsonText workers(WorkerFigures workers) {
    return new JsonText()
        .number("size", workers.size())
        .number("busy", workers.busy())
        .number("waiting", workers.waiting())
        .number("abandoned", workers.abandoned());
  }

  private JsonText calls() {
    int running = 0;
    int waiting = 0;
    for (var call : sources.calls().calls()) {
      switch (call.state()) {
        case CallState.Running _ -> running++;
        case CallState.Accepted _, CallState.Waiting _ -> waiting++;
        case CallState.Settled _ -> {}
      }
    }
    return new JsonText()
        .number("running", running)
        .number("waiting", waiting)
        .number("abandoned", sources.calls().abandoned().size());
  }

  private static JsonText endpoints(Endpoints.Summary summary) {
    return new JsonText()
        .number("total_requests", summary.requests())
        .number("total_errors", summary.errors())
        .number("in_flight", summary.inFlight())
        .number("max_in_flight", summary.maxInFlight())
        .objects("top_endpoints", summary.top().stream().map(Health::endpoint).toList());
  }

  private static JsonText endpoint(EndpointFigures figures) {
    return new JsonText()
        .text("endpoint", figures.endpoint())
        .number("requests", figures.requests())
        .number("errors", figures.errors())
        .number("in_flight", figures.inFlight())
        .number("max_in_flight", figures.maxInFlight())
        .number("p95_ms", Rounded.to(figures.p95Ms(), 2))
        .number("p99_ms", Rounded.to(figures.p99Ms(), 2));
  }
}
