package dev.belay.cli.serve;

import static dev.belay.cli.serve.Served.call;
import static dev.belay.cli.serve.Served.isError;
import static dev.belay.cli.serve.Served.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.cli.command.Subcommands;
import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.FakeShell;
import dev.belay.core.time.Patience;
import dev.belay.testkit.client.RawRequest;
import dev.belay.testkit.client.ScriptedHttpClient;
import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("belay serve without any server serves sample tools, governed like all others")
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("process")
final class SampleServeTest {
  private static final Pattern LISTENING = Pattern.compile("listening on (http://\\S+/mcp)");

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
    serving = CompletableFuture.supplyAsync(() -> run(shell, "serve", words));
    Patience.await(
        () -> LISTENING.matcher(shell.err()).find() || serving().isDone(),
        () -> "it does not listen: " + shell.err());
    var said = LISTENING.matcher(shell.err());
    assertThat(said.find()).as(shell.err()).isTrue();
    url = URI.create(said.group(1));
  }

  private CompletableFuture<ExitCode> serving() {
    return Objects.requireNonNull(serving);
  }

  private static ExitCode run(FakeShell at, String command, List<String> words) {
    try {
      return Objects.requireNonNull(Subcommands.run(command, words, at.shell()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
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
  private String terminal(String command, String... words) {
    var beside = new FakeShell().with("XDG_STATE_HOME", dir.resolve("state").toString());
    var all = new ArrayList<>(List.of(words));
    all.addAll(List.of("--url", String.valueOf(url)));
    assertThat(run(beside, command, all)).as(beside.err()).isEqualTo(ExitCode.OK);
    return beside.out();
  }

  @Test
  @DisplayName("The file that belay turn run --help shows runs as it is shown")
  void theTurnOfTheHelp() throws IOException, InterruptedException {
    var help = new FakeShell();
    assertThat(run(help, "turn", List.of("run", "--help"))).isEqualTo(ExitCode.OK);
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

  @ParameterizedTest
  @EnumSource(Era.class)
  @DisplayName("They are listed and called by their own names, below the allowed folders alone")
  void called(Era era) throws InterruptedException {
    serve();
    var client = client(era);
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

  @ParameterizedTest
  @EnumSource(Era.class)
  @DisplayName("A person sees a call of theirs in belay ps, and cancels it, and its program ends")
  void cancelled(Era era) throws InterruptedException, IOException {
    serve("--samples", "all");
    var pid = dir.resolve("work/pid");
    var answer =
        call(
            client(era),
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
  @DisplayName("Faults of a script that a model follows are told at the start, one a line")
  void aBrokenScript() throws IOException, InterruptedException {
    var script = Files.writeString(dir.resolve("s.yaml"), "steps:\n  - sya: x\n  - say: [1]\n");
    var config =
        Files.writeString(
            dir.resolve("belay.yaml"), "models: { m: { provider: scripted, script: s.yaml } }\n");
    serve("--config", config.toString());
    assertThat(shell.err())
        .contains("Z " + script + ":2:5: steps[0].sya", "Z " + script + ":3:10: ");
  }

  @Test
  @DisplayName("S1-91, S1-99, S1-102: in a turn too, where a program that is deaf to TERM is gone")
  void inATurn() throws InterruptedException, IOException {
    serve("--samples", "all", "--no-auth");
    var client = client(Era.MODERN);
    var pid = dir.resolve("work/pid");
    var deaf = "trap '' TERM; echo $$ > p && mv p pid; while :; do sleep 600; done";
    var live =
        client.send(
            client
                .bare("POST")
                .to("/api/turns")
                .with("Accept", "text/event-stream")
                .withBody(
                    """
                    {"agentId":"main","sessionId":"s1","toolUses":[
                      {"id":"a","name":"read_file","input":{"path":"a.txt"}},
                      {"id":"b","name":"exec","input":{"command":["sh","-c","%s"]}},
                      {"id":"c","name":"read_file","input":{"path":"a.txt"}}]}\
                    """
                        .formatted(deaf)));
    Patience.await(() -> Files.exists(pid), () -> "nothing has begun: " + live);
    var process = ProcessHandle.of(Long.parseLong(Files.readString(pid).strip())).orElseThrow();
    var turn = live.awaitEvent(event -> event.type().equals("turn_start")).data();
    var id = Json.parse(turn).at("turnId").text();
    var _ = live.awaitEvent(event -> event.data().contains("hello"));
    var abort = client.send(client.bare("POST").to("/api/turns/" + id + "/abort"));
    assertThat(abort.status()).isEqualTo(200);
    var _ = live.awaitEnd();
    process.onExit().join();
    assertThat(live.events())
        .filteredOn(event -> event.type().equals("tool_result"))
        .as("of the one before it, of the program, and of the one that waited for it")
        .hasSize(3);
    assertThat(live.events())
        .filteredOn(event -> event.data().contains("[CANCELLED] Turn aborted by user."))
        .isNotEmpty();
    assertThat(live.events().getLast().type()).isEqualTo("turn_abort");
  }

  @Test
  @DisplayName("S1-33, S1-74: of a program in time-out a turn says that its processes were ended")
  void timedOutInATurn() throws InterruptedException, IOException {
    var config =
        Files.writeString(
            dir.resolve("belay.yaml"),
            "agents: { defaults: { toolTimeouts: { overrides: { exec: 3000 } } } }");
    serve("--samples", "all", "--no-auth", "--config", config.toString());
    var client = client(Era.MODERN);
    var use = "{\"id\":\"a\",\"name\":\"exec\",\"input\":{\"command\":[\"sleep\",\"600\"]}}";
    var live = client.send(turn(client, use));
    var result = live.awaitEvent(event -> event.type().equals("tool_result")).data();
    assertThat(Json.parse(result).at("result").text())
        .startsWith(
            "[TIMEOUT] Tool \"exec\" did not respond within 3s. The operation may still be"
                + " running in the background. Its processes were ended. Before you try again:");
  }

  @Test
  @DisplayName("C19: a program that runs alone in one turn holds up no other turn")
  void besideATurn() throws InterruptedException, IOException {
    serve("--samples", "all", "--no-auth");
    var client = client(Era.MODERN);
    var first =
        client.send(
            turn(
                client,
                """
                {"id":"a","name":"exec","input":{"command":["sh","-c","touch begun; sleep 600"]}}\
                """));
    Patience.await(
        () -> Files.exists(dir.resolve("work/begun")), () -> "nothing has begun: " + first);
    var second =
        client.send(
            turn(client, "{\"id\":\"b\",\"name\":\"read_file\",\"input\":{\"path\":\"a.txt\"}}"));
    var _ = second.awaitEnd();
    assertThat(second.events().getLast().type()).isEqualTo("turn_complete");
    assertThat(first.events()).noneMatch(event -> event.type().equals("tool_result"));
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

  @Test
  @DisplayName("SEC-M4: without tokens too, no page of another port of this machine runs a tool")
  void noOtherPageRunsATool() throws InterruptedException, IOException {
    serve("--samples", "all", "--no-auth");
    var client = client(Era.MODERN);
    var exec = "{\"id\":\"a\",\"name\":\"exec\",\"input\":{\"command\":[\"touch\",\"run\"]}}";
    var turn = turn(client, exec);
    var page = turn.with("Origin", "http://localhost:8080").with("Sec-Fetch-Site", "same-site");
    assertThat(client.send(page).status()).isEqualTo(403);
    assertThat(client.send(turn.with("Sec-Fetch-Site", "same-site")).status()).isEqualTo(403);
    assertThat(client.send(turn.replacing("Content-Type", "text/plain")).status()).isEqualTo(415);
    assertThat(client.send(turn.without("Content-Type")).status()).isEqualTo(415);
    assertThat(dir.resolve("work/run")).doesNotExist();
  }

  private static RawRequest turn(ScriptedHttpClient client, String use) {
    return client
        .bare("POST")
        .to("/api/turns")
        .with("Accept", "text/event-stream")
        .withBody("{\"agentId\":\"main\",\"sessionId\":\"s1\",\"toolUses\":[" + use + "]}");
  }

  @Test
  @DisplayName("C32: beside another server they are called samples__tool")
  void beside() throws InterruptedException {
    serve("--samples", "basic", "--", "/bin/cat");
    var client = client(Era.MODERN);
    // A list waits only a limited time for each server.
    Patience.await(
        () -> listed(client).containsAll(List.of("samples__read_file", "samples__search_code")),
        () -> "they are not listed: " + shell.err());
  }

  private static List<String> listed(ScriptedHttpClient client) throws InterruptedException {
    return client.ask("tools/list", "{}").at("result", "tools").items().stream()
        .map(tool -> tool.at("name").text())
        .toList();
  }
}
