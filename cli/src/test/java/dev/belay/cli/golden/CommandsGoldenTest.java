package dev.belay.cli.golden;

import static dev.belay.testkit.client.ScriptedClient.toolCall;

import dev.belay.cli.command.PlacedCommands;
import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.FakeShell;
import dev.belay.cli.watch.SeenScreen;
import dev.belay.core.time.Patience;
import dev.belay.testbed.fault.FaultyHttp;
import dev.belay.testkit.client.ScriptedHttpClient;
import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("process")
@DisplayName("What commands print, as tables and as JSON, is the golden one")
final class CommandsGoldenTest {
  private static final String HANG = "hang_honouring_cancel";

  private final Map<String, String> pages = new TreeMap<>();
  @AutoClose private Gateway gateway;
  private String said = "";

  @BeforeEach
  void open() throws IOException {
    gateway = Gateway.prepared();
  }

  private void belay(String... words) throws IOException, InterruptedException {
    said += gateway.belay(words) + "\n";
  }

  private void page(String file) throws IOException {
    pages.put(file, gateway.placeholders().in(said));
    said = "";
  }

  private static List<String> calls(Json page) {
    return page.at("calls").items().stream().map(call -> call.at("id").text()).toList();
  }

  @Test
  void besideAGateway() throws IOException, InterruptedException {
    gateway.serveAgent("");
    var owner = gateway.owner();
    var _ = gateway.modern().ask("tools/list", "{}");
    var client = gateway.legacy();

    belay("ps");
    var hangs =
        client.request("1", "tools/call", toolCall(HANG, "{\"mark\":\"m\",\"api_key\":\"x\"}"));
    gateway.awaitLogged("log", 1, "call " + HANG);
    var id = calls(Json.parse(owner.send(owner.bare("GET").to("/api/calls")).body())).getFirst();
    belay("ps");
    belay("ps", "--json");
    belay("ps", "--quiet");
    page("ps.txt");
    said = SeenScreen.of(gateway.base(), Map.of("BELAY_TOKEN", gateway.token()));
    page("watch.txt");
    belay("cancel", "--reason", "wrong folder", id);
    belay("cancel", id);
    belay("cancel", "feedbeef");
    belay("cancel", "--all");
    page("cancel.txt");
    var _ = hangs.body();
    var _ = client.call("echo", "{\"text\":\"hi\"}");
    belay("ps", "-a");
    belay("ps", "-a", "--json");
    page("ps-ended.txt");
    belay("logs");
    belay("logs", id);
    belay("logs", "--json", id);
    belay("logs", "feedbeef");
    page("logs.txt");

    belay("jobs");
    var gate = gateway.gate();
    var job =
        client.call("sleep", gate.arguments()).at("result", "structuredContent", "job_id").text();
    gateway.awaitLogged("log", 1, "call sleep");
    belay("jobs");
    belay("jobs", "--json");
    belay("jobs", "--quiet");
    belay("job", "show", job);
    belay("job", "result", job);
    gate.open();
    belay("job", "result", job, "--wait", "30");
    belay("job", "show", job);
    belay("jobs", "--all");
    belay("job", "cancel", job);
    belay("job", "show", "feedbeef");
    belay("jobs", "--estimates");
    page("jobs.txt");

    belay("approvals");
    var waits = client.request("2", "tools/call", toolCall("state", "{\"set\":\"a\"}"));
    Patience.await(
        () -> gateway.belay("approvals", "--quiet").lines().count() > 1, () -> "no call waits");
    belay("approvals");
    belay("approvals", "--json");
    var waiting = gateway.belay("approvals", "--quiet").lines().toList().get(1);
    belay("approvals", "show", waiting);
    belay("approvals", "deny", waiting, "--reason", "not today");
    belay("approvals", "approve", waiting);
    belay("approvals", "rules");
    page("approvals.txt");
    var _ = waits.body();

    belay("health");
    belay("health", "--json");
    page("health.txt");
    belay("tools");
    belay("tools", "--json");
    belay("tools", "--lint");
    page("tools.txt");
    belay("call", "echo", "text=hello");
    belay("call", "echo", "text=hello", "--json");
    belay("call", "crash", "--json");
    page("call.txt");
    awaitRestart(owner);
    belay("chat", "echo, please");
    page("chat.txt");
    Golden.in("commands").assertIs(pages);
  }

  /** Waits until the server is there again: a turn waits for two seconds for its tools. */
  private void awaitRestart(ScriptedHttpClient owner) throws InterruptedException {
    Patience.await(
        () -> {
          var server = Json.parse(owner.send(owner.bare("GET").to("/api/servers/faulty")).body());
          return server.at("state").text().equals("up") && server.at("restarts").raw().equals("1");
        },
        () -> "not started again: " + gateway.log());
  }

  private void alone(FakeShell shell, String command, String... words)
      throws IOException, InterruptedException {
    var ended =
        switch (command) {
          case "doctor" ->
              PlacedCommands.doctor(Path.of(gateway.path("")), List.of(words), shell.shell());
          case "import" ->
              PlacedCommands.importing(Path.of(gateway.path("")), List.of(words), shell.shell());
          default -> shell.run(command, words);
        };
    said +=
        "$ belay "
            + command
            + " "
            + String.join(" ", words)
            + "\n"
            + shell.out()
            + shell.err().lines().map(line -> "2> " + line + "\n").collect(Collectors.joining())
            + (ended == ExitCode.OK ? "" : "exit " + ended.number() + "\n")
            + "\n";
  }

  private FakeShell shell() {
    return new FakeShell()
        .with("XDG_STATE_HOME", gateway.path("state"))
        .with("HOME", gateway.path("home"));
  }

  @Test
  void withoutAGateway() throws IOException, InterruptedException {
    var good =
        gateway.file(
            "good.yaml",
            """
            mcp: { timeout: 600, workers: 16 }
            auth: { tokens: { file: tokens.txt } }
            access: { rules: [ { principals: ["ci-*"], deny: ["*__delete_*"] } ] }
            tools:
              "files__write_*": { approval: ask, approval_reason: it changes files, timeout: 30 }
              "exec": { approval: ask, approval_when: "/command is not git status" }
            mcpServers:
              files: { command: npx, args: ["-y", "files"], env: { KEY: "${KEY:-none}" } }
              docs: { url: "http://127.0.0.1:4000/mcp?key=1", headers: { Authorization: "Bearer x" } }
            """);
    gateway.file("tokens.txt", "");
    var bad =
        gateway.file(
            "bad.yaml",
            """
            mcp: { timeot: 9, workers: none }
            http: { host: 0.0.0.0 }
            mcpServers:
              both: { command: x, url: "http://h/" }
            """);
    alone(shell(), "config", "show", "--config", good);
    page("config-show.txt");
    alone(shell(), "config", "check", "--config", good);
    alone(shell(), "config", "check", "--config", bad);
    alone(shell(), "config", "approvals", "--config", good);
    alone(shell(), "config", "approvals", "--tool", "files__write_file", "--config", good);
    page("config-check.txt");
    alone(shell(), "config", "schema");
    page("config-schema.txt");

    alone(shell(), "token", "list", "--config", good);
    alone(shell(), "token", "revoke", "ada", "--config", good);
    page("token.txt");

    var server = new ArrayList<>(List.of("--"));
    server.addAll(gateway.faultyCommand("--log", gateway.path("log")));
    alone(shell(), "call", with(server, "echo", "text=hello"));
    alone(shell(), "call", with(server, "hang_honouring_cancel", "--timeout", "2"));
    alone(shell(), "call", with(server, "hang_honouring_cancel", "--idle-timeout", "2"));
    alone(shell(), "call", with(server, "crash"));
    alone(shell(), "call", "echo", "--", "/no/such/program");
    page("call-alone.txt");

    gateway.file(
        ".mcp.json",
        "{\"mcpServers\":{\"a\":{\"command\":\"npx\",\"args\":[\"-y\",\"files\"]}}}\n");
    alone(shell(), "import", "--dry-run", "--belay=/opt/belay/bin/belay");
    alone(shell(), "import", "--dry-run", "--belay=/opt/belay/bin/belay", "--serve");
    page("import.txt");

    gateway.file(
        ".mcp.json",
        "{\"mcpServers\":{\"faulty\":{\"command\":\"%s\",\"args\":[\"--tools-file\",\"%s\"]}}}"
            .formatted(server.get(1), ListedTools.file(gateway)));
    // Nothing listens at port 1.
    var well = gateway.file("well.yaml", "http: { port: 1 }\n");
    alone(shell(), "doctor", "--no-start", "--config", well);
    alone(shell(), "doctor", "--start", "--config", well);
    var wrong = gateway.file("wrong.yaml", "{ mcp: { timeot: 9 }, http: { port: 1 } }");
    alone(shell(), "doctor", "--no-start", "--json", "--config", wrong);
    page("doctor.txt");
    measured();
    Golden.in("commands-alone").assertIs(pages);
  }

  private void measured() throws IOException, InterruptedException {
    try (var server = FaultyHttp.start("--tools-file", ListedTools.file(gateway))) {
      var few = "--bench-small-total=8 --bench-small-concurrency=2 --bench-large-total=8";
      var more = " --bench-large-concurrency=4 --sequential-samples=3 --sequential-sleep-ms=0";
      var bounds = " --p95-slo-ms=60000 --p99-slo-ms=60000";
      measure(server, "probe", few + more);
      measure(server, "sweep", "--total=8 --concurrency-values=2 --warmup-calls=0" + bounds);
    }
  }

  private void measure(FaultyHttp server, String command, String words)
      throws IOException, InterruptedException {
    var all = ("--url " + server.url() + " " + words).split(" ", -1);
    alone(shell(), command, all);
    said = said.replace(server.url().toString(), "<url>");
    page(command + ".txt");
  }

  private static String[] with(List<String> server, String... words) {
    var all = new ArrayList<>(List.of(words));
    all.addAll(server);
    return all.toArray(String[]::new);
  }
}
