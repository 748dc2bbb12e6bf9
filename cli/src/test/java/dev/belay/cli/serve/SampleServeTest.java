package dev.belay.cli.serve;

import static dev.belay.cli.serve.Served.call;
import static dev.belay.cli.serve.Served.isError;
import static dev.belay.cli.serve.Served.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.FakeShell;
import dev.belay.core.time.Patience;
import dev.belay.testkit.client.RawRequest;
import dev.belay.testkit.client.ScriptedHttpClient;
import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("belay serve without any server serves sample tools, governed like all others")
@Tag("process")
final class SampleServeTest {
  @TempDir private Path dir;
  private final FakeShell shell = new FakeShell();
  private final List<ScriptedHttpClient> clients = new ArrayList<>();
  private @Nullable CompletableFuture<ExitCode> serving;
  private @Nullable URI url;

  @BeforeEach
  void files() throws IOException {
    shell.with("XDG_STATE_HOME", dir.resolve("state").toString());
    Files.writeString(Files.createDirectory(dir.resolve("work")).resolve("a.txt"), "hello");
    Files.writeString(dir.resolve("secret.txt"), "what nobody may read");
  }

  /** Serves at a free port; the words after {@code --} end the options. */
  private void serve(String... options) throws InterruptedException {
    var words = new ArrayList<>(List.of("--port", "0", "--root", dir.resolve("work").toString()));
    words.addAll(List.of(options));
    serving = shell.start("serve", words);
    url = shell.awaitListening();
  }

  private CompletableFuture<ExitCode> serving() {
    return Objects.requireNonNull(serving);
  }

  private ScriptedHttpClient client(Era era) throws InterruptedException {
    var at = Objects.requireNonNull(url);
    var client =
        switch (era) {
          case LEGACY -> ScriptedHttpClient.legacy(at);
          case MODERN -> ScriptedHttpClient.modern(at);
        };
    clients.add(client);
    if (era == Era.LEGACY) {
      client.initialize(Served.NEWEST, "{}");
    }
    return client;
  }

  /** The output of a terminal beside it. */
  private String terminal(String command, String... words)
      throws IOException, InterruptedException {
    var beside = new FakeShell().with("XDG_STATE_HOME", dir.resolve("state").toString());
    var all = new ArrayList<>(List.of(words));
    all.addAll(List.of("--url", String.valueOf(url)));
    assertThat(beside.run(command, all)).as(beside.err()).isEqualTo(ExitCode.OK);
    return beside.out();
  }

  @Test
  @DisplayName("The file that belay turn run --help shows runs as it is shown")
  void theTurnOfTheHelp() throws IOException, InterruptedException {
    var help = new FakeShell();
    assertThat(help.run("turn", "run", "--help")).isEqualTo(ExitCode.OK);
    var json = help.out().substring(help.out().indexOf("  { \"toolUses\""));
    var turn = Files.writeString(dir.resolve("turn.json"), json).toString();
    serve("--samples", "all");

    assertThat(terminal("turn", "run", turn)).startsWith("# search_code (a)\n").contains("a.txt");
    var answer = Json.parse(terminal("turn", "run", turn, "--json"));
    assertThat(answer.at("results").items()).hasSize(1);
    assertThat(answer.at("results").items().getFirst().at("outcome").text()).isEqualTo("completed");
  }

  @AfterEach
  void stop() throws IOException {
    for (var client : clients) {
      client.close();
    }
    if (serving != null) {
      shell.interrupt();
      assertThat(serving().join()).isEqualTo(ExitCode.OK);
    }
  }

  @Test
  @DisplayName("They are listed and called by their own names, below the allowed folders alone")
  void called() throws InterruptedException {
    serve();
    var client = client(Era.LEGACY);
    assertThat(listed(client))
        .contains("search_code", "read_file", "research", "ingest_document", "fetch_url")
        .doesNotContain("exec", "delete_file");
    var read = call(client, "2", "read_file", "{\"path\":\"a.txt\"}").response();
    assertThat(text(read)).contains("hello");
    var outside = call(client, "3", "read_file", "{\"path\":\"../secret.txt\"}").response();
    assertThat(isError(outside)).isTrue();
    assertThat(text(outside)).doesNotContain("what nobody may read");
    var none = call(client, "4", "exec", "{\"command\":[\"ls\"]}").response();
    assertThat(none.at("error", "code").raw()).isEqualTo("-32602");
  }

  @Test
  @DisplayName("A person sees a call of theirs in belay ps, and cancels it, and its program ends")
  void cancelled() throws InterruptedException, IOException {
    serve("--samples", "all");
    var pid = dir.resolve("work/pid");
    var answer =
        call(
            client(Era.MODERN),
            "1",
            "exec",
            "{\"command\":[\"sh\",\"-c\",\"echo $$ > p && mv p pid && exec sleep 600\"]}");
    Patience.await(() -> Files.exists(pid), () -> "nothing has begun: " + shell.err());
    var process = ProcessHandle.of(Long.parseLong(Files.readString(pid).strip())).orElseThrow();
    var row =
        terminal("ps").lines().filter(line -> line.contains("exec")).findFirst().orElseThrow();
    assertThat(row).contains("samples");
    var _ = terminal("cancel", row.strip().split("\\s+", -1)[0]);
    assertThat(text(answer.response())).startsWith("[CANCELLED] Call cancelled by user.");
    process.onExit().join();
    assertThat(terminal("health")).contains("samples");
  }

  @Test
  @DisplayName("S1-33, S1-74: of a program in time-out a turn says that its processes were ended")
  void timedOutInATurn() throws InterruptedException, IOException {
    var config =
        Files.writeString(
            dir.resolve("belay.yaml"),
            "agents: { defaults: { toolTimeouts: { overrides: { exec: 2000 } } } }");
    serve("--samples", "all", "--no-auth", "--config", config.toString());
    var client = client(Era.MODERN);
    var use = "{\"id\":\"a\",\"name\":\"exec\",\"input\":{\"command\":[\"sleep\",\"600\"]}}";
    var live = client.send(turn(client, use));
    var result = live.awaitEvent(event -> event.type().equals("tool_result")).data();
    assertThat(Json.parse(result).at("result").text())
        .startsWith(
            "[TIMEOUT] Tool \"exec\" did not respond within 2s. The operation may still be"
                + " running in the background. Its processes were ended. Before you try again:");
  }

  @Test
  @DisplayName("SEC-H4: what Belay itself goes by and keeps is no tool's, wherever tools may work")
  void ownFiles() throws InterruptedException, IOException {
    var config =
        Files.writeString(
            dir.resolve("belay.yaml"),
            """
            auth: {tokens: {file: %1$s/tokens.txt}}
            audit: {file: %1$s/audit.jsonl}
            """
                .formatted(dir));
    Files.writeString(dir.resolve("tokens.txt"), "ada: a-token-of-adas-own\n");
    serve("--samples", "all", "--config", config.toString(), "--root", dir.toString());
    var ada = client(Era.MODERN).always("Authorization", "Bearer a-token-of-adas-own");
    for (var own : List.of("belay.yaml", "tokens.txt", "audit.jsonl", "state/belay/token")) {
      assertThat(dir.resolve(own)).exists();
      for (var tool : List.of("read_file", "delete_file")) {
        var answer = call(ada, "1", tool, "{\"path\":\"" + dir.resolve(own) + "\"}").response();
        assertThat(isError(answer)).as(own + answer.raw()).isTrue();
        assertThat(text(answer)).as(own).contains("is Belay's own");
      }
    }
    assertThat(
            text(call(ada, "1", "read_file", "{\"path\":\"" + dir + "/secret.txt\"}").response()))
        .contains("nobody");
  }

  private static RawRequest turn(ScriptedHttpClient client, String use) {
    return client
        .bare("POST")
        .to("/api/turns")
        .with("Accept", "text/event-stream")
        .withBody("{\"agentId\":\"main\",\"sessionId\":\"s1\",\"toolUses\":[" + use + "]}");
  }

  private static List<String> listed(ScriptedHttpClient client) throws InterruptedException {
    return client.ask("tools/list", "{}").at("result", "tools").items().stream()
        .map(tool -> tool.at("name").text())
        .toList();
  }
}
