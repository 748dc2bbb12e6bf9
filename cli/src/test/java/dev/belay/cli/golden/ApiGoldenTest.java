package dev.belay.cli.golden;

import static dev.belay.testkit.client.ScriptedClient.toolCall;

import dev.belay.core.time.Patience;
import dev.belay.testkit.client.HttpAnswer;
import dev.belay.testkit.client.RawRequest;
import dev.belay.testkit.client.ScriptedHttpClient;
import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("process")
@DisplayName("Every answer below /api, of /health and of /metrics is the golden one")
final class ApiGoldenTest {
  private static final String HANG = "hang_honouring_cancel";

  /** A use of that tool in a turn. */
  private static final String HANGING =
      "{\"id\":\"h\",\"name\":\"%s\",\"input\":{}}".formatted(HANG);

  private static final String UNKNOWN = "local-00000000000000000000000000000000";

  /** Longer than a body may be. */
  private static final String LONG = "x".repeat(9_000);

  private static final Pattern SAMPLE = Pattern.compile("(belay_\\w+)(\\{[^}]*\\})? \\S+");

  private final Map<String, String> pages = new TreeMap<>();
  @AutoClose private Gateway gateway;
  private ScriptedHttpClient owner;
  private Transcript now = Transcript.ofJson();

  @BeforeEach
  void open() throws IOException, InterruptedException {
    gateway = Gateway.prepared();
    gateway.serveAgent("http: { max_body_bytes: 8 KiB }\n");
    owner = gateway.owner();
    // A list has to be read before it is known which arguments are secret.
    var _ = gateway.modern().ask("tools/list", "{}");
  }

  private void page(String file) throws IOException {
    pages.put(file, gateway.placeholders().with(LONG, "<9000 x>").in(now.toString()));
    now = Transcript.ofJson();
  }

  private HttpAnswer get(String path) throws InterruptedException {
    return now.exchange(owner, owner.bare("GET").to(path));
  }

  private HttpAnswer delete(String path) throws InterruptedException {
    return now.exchange(owner, owner.bare("DELETE").to(path));
  }

  private HttpAnswer post(String path, String body) throws InterruptedException {
    return now.exchange(owner, owner.bare("POST").to(path).withBody(body));
  }

  private static Json json(HttpAnswer answer) throws InterruptedException {
    return Json.parse(answer.body());
  }

  /** Sends a request that ends later. */
  private HttpAnswer begin(ScriptedHttpClient client, String id, String tool, String arguments) {
    return client.request(id, "tools/call", toolCall(tool, arguments));
  }

  @Test
  void everyRoute() throws IOException, InterruptedException {
    health();
    events();
    calls();
    history();
    jobs();
    approvals();
    servers();
    turns();
    sessions();
    live();
    descriptions();
    refusals();
    metrics();
    Golden.in("api").assertIs(pages);
  }

  private void health() throws IOException, InterruptedException {
    // Belay itself reads the list too, to count its tools.
    Patience.await(
        () -> {
          var health = json(owner.send(owner.bare("GET").to("/health")));
          return health.at("catalog", "gate", "running").raw().equals("0")
              && health.at("upstreams").items().getFirst().at("in_flight").raw().equals("0");
        },
        () -> "the list is still being read: " + gateway.log());
    get("/health");
    page("health.txt");
    var stranger = gateway.stranger();
    now.exchange(stranger, stranger.bare("GET").to("/health"));
    now.exchange(stranger, stranger.bare("GET").to("/health/live"));
    now.exchange(stranger, stranger.bare("GET").to("/health/ready"));
    page("health-without-a-token.txt");
  }

  private void events() throws IOException, InterruptedException {
    var asOf = json(owner.send(owner.bare("GET").to("/api/calls"))).at("as_of").text();
    var _ = gateway.legacy().call("echo", "{\"text\":\"hi\"}");
    var request = owner.get().to("/api/events?after=" + asOf);
    until(request, owner.send(request), "settled");
    var late = owner.get().to("/api/events").with("Last-Event-ID", "00000000-17");
    until(late, owner.send(late), "replay_gap");
    page("events.txt");
  }

  private void calls() throws IOException, InterruptedException {
    get("/api/calls");
    var client = gateway.legacy();
    var hangs = begin(client, "1", HANG, "{\"mark\":\"m\",\"api_key\":\"secret\"}");
    gateway.awaitLogged("log", 1, "call " + HANG);
    var id = json(get("/api/calls")).at("calls").items().getFirst().at("id").text();
    page("calls.txt");

    var path = "/api/calls/" + id + "/cancel";
    post(path, "{\"reason\":\"wrong folder\"}");
    var _ = hangs.body();
    now.about("again, without a body");
    post(path, "");
    post(path, "[]");
    post("/api/calls/" + UNKNOWN + "/cancel", "");
    page("calls-cancel.txt");
  }

  private void history() throws IOException, InterruptedException {
    var client = gateway.legacy();
    var _ = client.call("echo", "{\"text\":\"hi\"}");
    var all = json(get("/api/history"));
    get("/api/history?outcome=cancelled&cause=user&limit=1");
    get("/api/history?outcome=odd");
    page("history.txt");
    get("/api/history/" + all.at("calls").items().getLast().at("id").text());
    get("/api/history/" + UNKNOWN);
    page("history-of-a-call.txt");
  }

  private void jobs() throws IOException, InterruptedException {
    var client = gateway.legacy();
    var gate = gateway.gate();
    var handle = client.call("sleep", gate.arguments());
    var id = handle.at("result", "structuredContent", "job_id").text();
    gateway.awaitLogged("log", 1, "call sleep");
    get("/api/jobs");
    get("/api/jobs/" + id);
    now.about("before its end");
    get("/api/jobs/" + id + "/result");
    delete("/api/jobs/" + id);
    get("/api/jobs/" + UNKNOWN);
    page("jobs-open.txt");

    gate.open();
    get("/api/jobs/" + id + "?wait=30");
    get("/api/jobs/" + id + "/result");
    get("/api/jobs?state=ended");
    delete("/api/jobs/" + id);
    delete("/api/jobs/" + id);
    page("jobs-ended.txt");

    var stopped = client.call("sleep", gateway.gate().arguments());
    var other = stopped.at("result", "structuredContent", "job_id").text();
    gateway.awaitLogged("log", 2, "call sleep");
    post("/api/jobs/" + other + "/cancel", "{\"reason\":\"no longer needed\"}");
    get("/api/jobs/" + other + "/result");
    post("/api/jobs/" + other + "/cancel", "");
    page("jobs-cancel.txt");
    get("/api/jobs/estimates");
    page("jobs-estimates.txt");
  }

  private void approvals() throws IOException, InterruptedException {
    var client = gateway.legacy();
    var first = begin(client, "1", "state", "{\"set\":\"a\"}");
    var id = awaitWaiting();
    get("/api/approvals");
    get("/api/approvals/" + id);
    post("/api/approvals/" + id + "/approve", "{\"scope\":\"odd\"}");
    post("/api/approvals/" + id + "/approve", "");
    var _ = first.body();
    post("/api/approvals/" + id + "/approve", "");
    get("/api/approvals/" + UNKNOWN);
    page("approvals-approve.txt");

    var second = begin(client, "2", "state", "{\"set\":\"b\"}");
    var denied = awaitWaiting();
    now.about("a second call, which differs from the one that was allowed");
    get("/api/approvals/" + denied);
    post("/api/approvals/" + denied + "/deny", "{\"reason\":\"not today\"}");
    now.about("what its client gets").json(second.response().raw());
    get("/api/approvals?state=over");
    page("approvals-deny.txt");

    var third = begin(client, "3", "state", "{\"set\":\"c\"}");
    var ruled = awaitWaiting();
    now.about("of a tool that may destroy something");
    post("/api/approvals/" + ruled + "/approve", "{\"scope\":\"tool\",\"for\":600}");
    post("/api/approvals/" + ruled + "/approve", "{\"scope\":\"same\",\"for\":600}");
    var _ = third.body();
    var rules = json(get("/api/approvals/rules")).at("rules").items();
    var rule = rules.getFirst().at("id").text();
    delete("/api/approvals/rules/" + rule);
    delete("/api/approvals/rules/" + rule);
    page("approvals-rules.txt");
  }

  /** {@return the id of the only call that waits for a person, once it does} */
  private String awaitWaiting() throws IOException, InterruptedException {
    var ids = new ArrayList<String>();
    Patience.await(
        () -> {
          var answer = owner.send(owner.bare("GET").to("/api/approvals"));
          json(answer).at("approvals").items().forEach(one -> ids.add(one.at("id").text()));
          return !ids.isEmpty();
        },
        () -> "no call waits: " + gateway.log());
    return ids.getFirst();
  }

  private void servers() throws IOException, InterruptedException {
    // A call gives its server back after its answer.
    Patience.await(
        () -> {
          var server = json(owner.send(owner.bare("GET").to("/api/servers/faulty")));
          return server.at("processes").items().getFirst().at("calls").raw().equals("0");
        },
        () -> "a call is not over: " + gateway.log());
    get("/api/servers/faulty");
    get("/api/servers/nothing");
    post("/api/servers/faulty/drain", "");
    now.about("what a client gets meanwhile")
        .json(gateway.legacy().call("echo", "{\"text\":\"hi\"}").raw());
    post("/api/servers/faulty/resume", "");
    post("/api/servers/faulty/tools/echo/accept", "{\"sha256\":\"" + "0".repeat(64) + "\"}");
    page("servers.txt");
  }

  /** A turn that is aborted at {@code path}; its one call is that many of the hanging tool. */
  private void aborted(String path, int count) throws IOException, InterruptedException {
    var request = live(turn(HANGING));
    var running = owner.send(request);
    var turn =
        Json.parse(running.awaitEvent(event -> event.type().equals("turn_start")).data())
            .at("turnId")
            .text();
    gateway.awaitLogged("log", count, "call " + HANG);
    get("/api/turns/active");
    post("/api/turns/" + turn + path, "");
    now.about("the events of that turn");
    now.asked(request);
    now.answered(running);
    post("/api/turns/" + turn + path, "");
    get("/api/turns/" + turn);
    get("/api/turns/" + turn + "/events");
  }

  private void turns() throws IOException, InterruptedException {
    var one = "{\"id\":\"a\",\"name\":\"echo\",\"input\":{\"text\":\"one\"}}";
    var unknown = "{\"id\":\"b\",\"name\":\"ecko\",\"input\":{}}";
    var ended = json(post("/api/turns", turn(one + "," + unknown))).at("turnId").text();
    get("/api/turns/" + ended);
    get("/api/turns/active");
    post("/api/turns", "{\"agentId\":\"main\",\"toolUses\":[]}");
    post("/api/turns", turn(one + "," + one));
    get("/api/turns/main:s1:1-1");
    page("turns.txt");

    now.exchange(owner, live(turn(one)));
    page("turns-events.txt");

    aborted("/abort-tool/h", 2);
    aborted("/abort", 3);
    page("turns-abort.txt");

    post("/api/turns", turn(HANGING).replace("\"toolUses\"", "\"timeoutMs\":2000,\"toolUses\""));
    post("/api/turns", turn(HANGING.replace("{}", "{\"_timeout\":2000}")));
    page("turns-limits.txt");
  }

  private static String turn(String uses) {
    return "{\"agentId\":\"main\",\"sessionId\":\"s1\",\"toolUses\":[" + uses + "]}";
  }

  private RawRequest live(String turn) {
    return owner.bare("POST").to("/api/turns").with("Accept", "text/event-stream").withBody(turn);
  }

  private void sessions() throws IOException, InterruptedException {
    get("/api/agents");
    post(
        "/api/sessions/stream",
        "{\"agentId\":\"main\",\"sessionId\":\"talk\",\"message\":\"echo, please\"}");
    get("/api/sessions/talk");
    delete("/api/sessions/talk");
    delete("/api/sessions/talk");
    post("/api/sessions/stream", "{\"agentId\":\"nobody\",\"message\":\"hello\"}");
    post("/api/sessions/stream", "{}");
    page("sessions.txt");
  }

  private void live() throws IOException, InterruptedException {
    var hangs = begin(gateway.legacy(), "1", HANG, "{\"mark\":\"live-\"}");
    gateway.awaitLogged("log", 1, "recv ", "live-");
    var seen = owner.get().to("/api/live");
    until(seen, owner.send(seen), "snapshot");
    page("live.txt");
    var id =
        json(owner.send(owner.bare("GET").to("/api/calls")))
            .at("calls")
            .items()
            .getFirst()
            .at("id")
            .text();
    var _ = owner.send(owner.bare("POST").to("/api/calls/" + id + "/cancel")).body();
    var _ = hangs.body();

    var link = json(post("/api/session/link", ""));
    var code = link.at("code").text();
    var stranger = gateway.stranger();
    var trade =
        stranger.bare("POST").to("/api/session").withBody("{\"code\":" + Json.quote(code) + "}");
    var token = json(now.exchange(stranger, trade)).at("token").text();
    now.exchange(stranger, trade);
    pages.put(
        "session.txt",
        gateway.placeholders().with(code, "<code>").with(token, "<token>").in(now.toString()));
    now = Transcript.ofJson();
  }

  /** Adds a stream up to and including its first event of this type. */
  private void until(RawRequest request, HttpAnswer answer, String type)
      throws InterruptedException {
    now.asked(request);
    var last = answer.awaitEvent(event -> event.type().equals(type));
    now.opened(answer);
    for (var event : answer.events()) {
      now.line("event: " + event.type()).line("id: " + event.id());
      now.json(event.data());
      if (event.equals(last)) {
        break;
      }
    }
    now.line("");
  }

  private void descriptions() throws IOException, InterruptedException {
    get("/api/config");
    page("config.txt");
    var names = json(get("/api/schema"));
    // The others have pins of their own in observe.
    get("/api/schema/" + new TreeSet<>(((Json.Members) names).values().keySet()).first());
    get("/api/schema/nothing");
    page("schema.txt");
    get("/api/openapi.json");
    page("openapi.txt");
  }

  private void refusals() throws IOException, InterruptedException {
    get("/api/nothing");
    get("/nothing");
    get("/api/calls/" + UNKNOWN + "/cancel");
    post("/api/calls", "{}");
    var stranger = gateway.stranger();
    now.exchange(stranger, stranger.bare("GET").to("/api/calls"));
    var wrong = gateway.stranger().always("Authorization", "Bearer wrong");
    now.exchange(wrong, wrong.bare("GET").to("/api/calls"));
    get("/api/calls?access_token=wrong");
    now.exchange(owner, owner.bare("GET").to("/api/calls").with("Origin", "https://evil.example"));
    now.exchange(owner, owner.bare("GET").to("/api/calls").replacing("Host", "evil.example"));
    now.exchange(owner, owner.bare("GET").to("/health").with("Content-Length", "5"));
    now.exchange(
        owner,
        owner.bare("POST").to("/api/turns").with("Content-Type", "text/plain").withBody("{}"));
    now.exchange(owner, owner.bare("POST").to("/api/turns").with("Content-Length", "99999999"));
    now.exchange(owner, owner.bare("BREW").to("/api/calls"));
    post("/api/turns", LONG);
    now.exchange(stranger, stranger.post(LONG));
    page("refusals.txt");
  }

  /** Adds the names and labels of all metrics of Belay, without their values. */
  private void metrics() throws IOException, InterruptedException {
    var lines = new TreeSet<String>();
    var answer = owner.send(owner.bare("GET").to("/metrics"));
    for (var line : answer.body().lines().toList()) {
      var sample = SAMPLE.matcher(line);
      if (sample.matches()) {
        lines.add(sample.group(1) + (sample.group(2) == null ? "" : sample.group(2)));
      } else if (line.startsWith("# ") && line.contains(" belay_")) {
        lines.add(line);
      }
    }
    pages.put("metrics.txt", String.join("\n", List.copyOf(lines)) + "\n");
  }
}
