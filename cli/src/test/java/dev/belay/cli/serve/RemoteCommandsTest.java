package dev.belay.cli.serve;

import static dev.belay.cli.serve.Served.call;
import static dev.belay.cli.serve.Served.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.cli.command.Subcommands;
import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.FakeShell;
import dev.belay.cli.shell.Shell;
import dev.belay.testbed.process.LiveProcesses;
import dev.belay.testkit.client.ScriptedHttpClient;
import dev.belay.testkit.json.Json;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("What runs can be seen and stopped from a terminal")
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("process")
final class RemoteCommandsTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private Served served;
  private ScriptedHttpClient client;

  @BeforeEach
  void open() throws IOException, InterruptedException {
    served = Serve.process().start();
    client = served.legacy();
  }

  @AfterEach
  void close() throws IOException {
    served.close();
  }

  private ExitCode run(String command, String... words) throws IOException, InterruptedException {
    out.reset();
    err.reset();
    var all = new ArrayList<>(List.of(words));
    all.addAll(List.of("--url", served.url().toString()));
    return at(command, all);
  }

  private ExitCode at(String command, List<String> words) throws IOException, InterruptedException {
    var shell =
        new Shell(
            served.environment(),
            new ByteArrayInputStream(new byte[0]),
            out,
            new PrintStream(err, true, StandardCharsets.UTF_8),
            () -> false,
            () -> false,
            () -> false,
            Runnable::run, // Ctrl-C has been pressed already.
            _ -> {});
    return Objects.requireNonNull(Subcommands.run(command, words, shell), command);
  }

  private String out() {
    return out.toString(StandardCharsets.UTF_8);
  }

  private String err() {
    return err.toString(StandardCharsets.UTF_8);
  }

  /** The output of {@code ps --watch} before Ctrl-C follows its first look. */
  private String watched(boolean outIsTerminal) throws IOException, InterruptedException {
    var pressed = new CompletableFuture<Runnable>();
    var screen =
        new ByteArrayOutputStream() {
          @Override
          public void flush() {
            pressed.join().run();
          }
        };
    var shell =
        new Shell(
            served.environment(),
            new ByteArrayInputStream(new byte[0]),
            screen,
            new PrintStream(err, true, StandardCharsets.UTF_8),
            () -> false,
            () -> outIsTerminal,
            () -> !outIsTerminal,
            pressed::complete,
            _ -> {});
    var words = List.of("--watch", "--url", served.url().toString());
    assertThat(Subcommands.run("ps", words, shell)).isEqualTo(ExitCode.OK);
    return screen.toString(StandardCharsets.UTF_8);
  }

  @Test
  @DisplayName("ps --watch clears the screen that it writes to, and never a file")
  void onlyAScreenIsCleared() throws IOException, InterruptedException {
    assertThat(watched(/* outIsTerminal= */ true)).startsWith("\u001b[H\u001b[2J\u001b[3JID  TOOL");
    assertThat(watched(/* outIsTerminal= */ false)).startsWith("ID  TOOL");
  }

  @Test
  void psListsWhatRuns() throws IOException, InterruptedException {
    assertThat(run("ps")).isEqualTo(ExitCode.OK);
    assertThat(out().lines()).hasSize(1).first().asString().startsWith("ID  TOOL  UPSTREAM");
    var progress =
        call(client, "1", "beat_forever", "{\"everyMs\":20}", "{\"progressToken\":\"p\"}");
    var _ = progress.awaitMethod("notifications/progress");

    assertThat(run("ps")).isEqualTo(ExitCode.OK);

    assertThat(out().lines().toList().getLast())
        .containsPattern(
            "^[0-9a-f]{8}  beat_forever  faulty +\\S+ +local +running +\\S+ +\\S+ +30m00s/5m00s");
    assertThat(run("ps", "--json")).isEqualTo(ExitCode.OK);
    var listed = Json.parse(out()).at("calls").items().getFirst();
    assertThat(listed.at("tool").text()).isEqualTo("beat_forever");
    assertThat(run("ps", "--quiet")).isEqualTo(ExitCode.OK);
    assertThat(out()).isEqualTo(listed.at("id").text() + "\n");
  }

  @Test
  void cancelTakesTheFirstDigitsAndTellsTheClientWhy() throws IOException, InterruptedException {
    var hanging = call(client, "1", "hang_honouring_cancel", "{}");
    served.awaitCalls("hang_honouring_cancel", 1);
    assertThat(run("ps")).isEqualTo(ExitCode.OK);
    var brief = out().lines().toList().getLast().substring(0, 8);

    assertThat(run("cancel", "--reason", "wrong file", brief)).isEqualTo(ExitCode.OK);

    assertThat(err()).contains(brief).endsWith(" cancelled: its server was told, and lives\n");
    var answer = hanging.response();
    assertThat(text(answer)).startsWith("[CANCELLED] ").contains("wrong file");
    assertThat(run("ps", "--quiet")).isEqualTo(ExitCode.OK);
    assertThat(out()).isEmpty();
  }

  @Test
  void cancelAllEndsAllAndIsDoneWhenThereIsNone() throws IOException, InterruptedException {
    var one = call(client, "1", "hang_honouring_cancel", "{}");
    var two = call(client, "2", "hang_honouring_cancel", "{}");
    served.awaitCalls("hang_honouring_cancel", 2);
    assertThat(run("cancel", "--all")).isEqualTo(ExitCode.OK);
    assertThat(err().lines()).hasSize(2).allMatch(line -> line.contains(" cancelled: "));
    assertThat(text(one.response())).startsWith("[CANCELLED] ");
    assertThat(text(two.response())).startsWith("[CANCELLED] ");
    assertThat(run("cancel", "--all")).isEqualTo(ExitCode.OK);
    assertThat(err()).isEmpty();
  }

  @Test
  @DisplayName("C34: cancel says what it did, ps and health what is left behind, and it is ended")
  void whatIsLeftBehindIsSeenAndEnded() throws IOException, InterruptedException {
    var gate = served.gate();
    var slow = call(client, "1", "sleep", gate.arguments());
    served.awaitCalls("sleep", 1);
    var _ = call(client, "2", "spawn_and_hang", "{\"kind\":\"daemon\"}");
    long left = Long.parseLong(served.awaitLog("spawned", _ -> true, 1).getFirst());
    gate.open();
    assertThat(slow.body()).contains("slept");
    Served.awaitTicks();
    var _ = call(client, "3", "spawn_and_hang", "{\"kind\":\"setsid\"}");
    long own = Long.parseLong(served.awaitLog("spawned", _ -> true, 2).getLast());
    assertThat(run("ps", "--quiet")).isEqualTo(ExitCode.OK);
    var ids = out().lines().toList();
    assertThat(ids).hasSize(2);

    assertThat(run("cancel", ids.getFirst())).isEqualTo(ExitCode.OK);
    assertThat(err())
        .contains("cancelled: its server was told, and lives\n")
        .contains("left behind, as a call that completed may want it: sleep (" + left + ")")
        .contains("belay cancel --processes " + ids.getFirst());
    assertThat(run("cancel", ids.getLast())).isEqualTo(ExitCode.OK);
    assertThat(err()).contains("  ended: sleep (" + own + ")\n");
    LiveProcesses.awaitGone(List.of(own));

    assertThat(run("ps")).isEqualTo(ExitCode.OK);
    assertThat(out())
        .contains("left behind: sleep (" + left + ") of faulty, calls ")
        .containsPattern("; belay cancel --processes [0-9a-f]{8}\n");
    assertThat(run("health")).isEqualTo(ExitCode.OK);
    assertThat(out())
        .contains("processes are held by: ")
        .contains("left behind: sleep (" + left + ") of faulty");
    assertThat(LiveProcesses.isAlive(left)).isTrue();

    var brief = ids.getFirst().substring(ids.getFirst().lastIndexOf('-') + 1).substring(0, 8);
    assertThat(run("cancel", "--processes", brief)).isEqualTo(ExitCode.OK);
    assertThat(err()).contains(" had ended already\n  ended: sleep (" + left + ")\n");
    LiveProcesses.awaitGone(List.of(left));
    assertThat(run("ps")).isEqualTo(ExitCode.OK);
    assertThat(out()).doesNotContain("left behind");
  }

  @Test
  void aCallThatIsUnknownIsAnError() throws IOException, InterruptedException {
    assertThat(run("cancel", "feedbeef")).isEqualTo(ExitCode.ERROR);
    assertThat(err()).isEqualTo("belay: no call feedbeef. See: belay ps\n");
    for (var odd : List.of("a b", "100%", "../../health", "..", "a?b#c", "\u009B31m")) {
      assertThat(run("cancel", odd)).isEqualTo(ExitCode.ERROR);
      assertThat(err()).startsWith("belay: no call ").doesNotContain("\u009B");
    }
    assertThat(run("cancel")).isEqualTo(ExitCode.USAGE);
    assertThat(run("cancel", "--all", "feedbeef")).isEqualTo(ExitCode.USAGE);
  }

  @Test
  @DisplayName("A belay.yaml that came with somebody else's work gets no token sent elsewhere")
  void theTokenStaysHere(@TempDir Path dir) throws IOException, InterruptedException {
    var file =
        Files.writeString(
            dir.resolve("evil.yaml"),
            "http: { host: gateway.example }\nauth: { tokens: { env: BELAY_X } }\n");
    for (var words : List.of(List.of("ps"), List.of("cancel", "feedbeef"))) {
      err.reset();
      var all = new ArrayList<>(words.subList(1, words.size()));
      all.addAll(List.of("--config", file.toString()));
      assertThat(at(words.getFirst(), all)).isEqualTo(ExitCode.ERROR);
      assertThat(err())
          .contains("http://gateway.example:3002, which is not this machine")
          .contains("--url http://gateway.example:3002");
    }
  }

  @Test
  void healthSaysHowEachServerDoes() throws IOException, InterruptedException {
    assertThat(run("health")).isEqualTo(ExitCode.OK);
    assertThat(out()).startsWith("belay 0.1.0: ok, up ").contains("\nfaulty    up ");
    assertThat(run("health", "--json")).isEqualTo(ExitCode.OK);
    assertThat(Json.parse(out()).at("upstreams").items()).hasSize(1);
  }

  @Test
  void whereNothingListensTheNextStepIsNamed() throws IOException, InterruptedException {
    String nowhere;
    try (var socket = new ServerSocket(0)) {
      nowhere = "http://127.0.0.1:" + socket.getLocalPort();
    }
    for (var command : List.of("ps", "health")) {
      err.reset();
      assertThat(at(command, List.of("--url", nowhere))).isEqualTo(ExitCode.ERROR);
      assertThat(err())
          .isEqualTo(
              "belay: nothing listens at "
                  + nowhere
                  + ". Start it with: belay serve, or say where: --url URL\n");
    }
  }

  @Test
  void aWrongTokenIsSaidToBeOne() throws IOException, InterruptedException {
    var shell =
        new Shell(
            Map.of("BELAY_TOKEN", "wrong"),
            new ByteArrayInputStream(new byte[0]),
            out,
            new PrintStream(err, true, StandardCharsets.UTF_8),
            () -> false,
            () -> false,
            () -> false,
            _ -> {},
            _ -> {});
    assertThat(Subcommands.run("ps", List.of("--url", served.url().toString()), shell))
        .isEqualTo(ExitCode.ERROR);
    assertThat(err()).contains("does not know this token").contains("BELAY_TOKEN");
  }

  @Test
  @DisplayName("A token that is not there is not said to be wrong; where it was looked for is")
  void noToken() throws IOException, InterruptedException {
    var beside = new FakeShell().with("XDG_STATE_HOME", "/nowhere/at-all");
    assertThat(Subcommands.run("ps", List.of("--url", served.url().toString()), beside.shell()))
        .isEqualTo(ExitCode.ERROR);
    assertThat(beside.err())
        .contains(
            "wants a token, and there is none: BELAY_TOKEN is not set, and there is no file"
                + " /nowhere/at-all/belay/token");
  }

  @Test
  void aUrlThatIsNoneIsUsage() throws IOException, InterruptedException {
    for (var url : List.of("127.0.0.1:3002", "ftp://x", "http://127.0.0.1:1/api/calls")) {
      assertThat(at("ps", List.of("--url", url))).isEqualTo(ExitCode.USAGE);
    }
  }
}
