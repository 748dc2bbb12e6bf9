package dev.belay.cli.serve;

import static dev.belay.cli.serve.Served.call;
import static dev.belay.cli.serve.Served.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.cli.command.PlacedCommands;
import dev.belay.cli.command.Subcommands;
import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.FakeShell;
import dev.belay.cli.shell.Shell;
import dev.belay.core.time.HandTime;
import dev.belay.core.time.Patience;
import dev.belay.testbed.process.LiveProcesses;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("What runs and has run can be seen and stopped from a terminal")
@Tag("process")
final class RemoteCommandsTest {
  private static final String ADA = "adas-token-0123456789";
  private FakeShell shell = new FakeShell();

  private ExitCode run(Served served, String command, String... words)
      throws IOException, InterruptedException {
    shell = new FakeShell();
    return served.run(shell, command, words);
  }

  private long lines(String part) {
    return shell.out().lines().filter(line -> line.contains(part)).count();
  }

  /** {@return the first digits of an id, as tables show them} */
  private static String brief(String id) {
    return id.substring(id.lastIndexOf('-') + 1).substring(0, 8);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @DisplayName("ps --watch clears the screen that it writes to, and never a file")
  void onlyAScreenIsCleared(boolean isScreen) throws IOException, InterruptedException {
    var pressed = new CompletableFuture<Runnable>();
    var screen =
        new ByteArrayOutputStream() {
          @Override
          public void flush() {
            pressed.join().run();
          }
        };
    try (var served = Serve.puppet().start()) {
      var watching =
          new Shell(
              served.environment(),
              new ByteArrayInputStream(new byte[0]),
              screen,
              new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8),
              () -> false,
              () -> isScreen,
              () -> !isScreen,
              pressed::complete,
              _ -> {});
      var words = List.of("--watch", "--url", served.url().toString());
      assertThat(Subcommands.run("ps", words, watching)).isEqualTo(ExitCode.OK);
    }
    assertThat(screen.toString(StandardCharsets.UTF_8))
        .startsWith(isScreen ? "\u001b[H\u001b[2J\u001b[3JID  TOOL" : "ID  TOOL");
  }

  @Test
  @DisplayName("cancel takes the first digits, or all calls, and tells the clients why")
  void cancel() throws IOException, InterruptedException {
    try (var served = Serve.puppet().start()) {
      var client = served.legacy();
      var one = call(client, "1", "hang_honouring_cancel", "{}");
      served.awaitCalls("hang_honouring_cancel", 1);
      assertThat(run(served, "ps", "--quiet")).isEqualTo(ExitCode.OK);
      var id = shell.out().strip();
      assertThat(run(served, "cancel", "--reason", "wrong file", brief(id))).isEqualTo(ExitCode.OK);
      assertThat(shell.err()).isEqualTo(id + " cancelled: its server was told, and lives\n");
      assertThat(text(one.response())).startsWith("[CANCELLED] ").contains("wrong file");

      var two = call(client, "2", "hang_honouring_cancel", "{}");
      var three = call(client, "3", "hang_honouring_cancel", "{}");
      served.awaitCalls("hang_honouring_cancel", 3);
      assertThat(run(served, "cancel", "--all")).isEqualTo(ExitCode.OK);
      assertThat(shell.err().lines()).hasSize(2).allMatch(line -> line.contains(" cancelled: "));
      assertThat(text(two.response())).startsWith("[CANCELLED] ");
      assertThat(text(three.response())).startsWith("[CANCELLED] ");
      for (var odd : List.of("a b", "100%", "../../health", "..", "a?b#c", "\u009B31m")) {
        assertThat(run(served, "cancel", odd)).isEqualTo(ExitCode.ERROR);
        assertThat(shell.err()).startsWith("belay: no call ").doesNotContain("\u009B");
      }
      assertThat(run(served, "cancel")).isEqualTo(ExitCode.USAGE);
      assertThat(run(served, "cancel", "--all", "feedbeef")).isEqualTo(ExitCode.USAGE);
    }
  }

  @Test
  @DisplayName("C34: cancel says what it did, ps and health what is left behind, and it is ended")
  void whatIsLeftBehindIsSeenAndEnded() throws IOException, InterruptedException {
    try (var served = Serve.process().kept().start()) {
      var client = served.legacy();
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
      assertThat(run(served, "ps", "--quiet")).isEqualTo(ExitCode.OK);
      var ids = shell.out().lines().toList();
      assertThat(ids).hasSize(2);

      assertThat(run(served, "cancel", ids.getFirst())).isEqualTo(ExitCode.OK);
      assertThat(shell.err())
          .contains("cancelled: its server was told, and lives\n")
          .contains("left behind, as a call that completed may want it: sleep (" + left + ")")
          .contains("belay cancel --processes " + ids.getFirst());
      assertThat(run(served, "cancel", ids.getLast())).isEqualTo(ExitCode.OK);
      assertThat(shell.err()).contains("  ended: sleep (" + own + ")\n");
      LiveProcesses.awaitGone(List.of(own));

      assertThat(run(served, "ps")).isEqualTo(ExitCode.OK);
      assertThat(shell.out())
          .contains("left behind: sleep (" + left + ") of faulty, calls ")
          .containsPattern("; belay cancel --processes [0-9a-f]{8}\n");
      assertThat(run(served, "health")).isEqualTo(ExitCode.OK);
      assertThat(shell.out())
          .contains("processes are held by: ")
          .contains("left behind: sleep (" + left + ") of faulty");
      assertThat(LiveProcesses.isAlive(left)).isTrue();

      assertThat(run(served, "cancel", "--processes", brief(ids.getFirst())))
          .isEqualTo(ExitCode.OK);
      assertThat(shell.err()).contains(" had ended already\n  ended: sleep (" + left + ")\n");
      LiveProcesses.awaitGone(List.of(left));
      assertThat(run(served, "ps")).isEqualTo(ExitCode.OK);
      assertThat(shell.out()).doesNotContain("left behind");
    }
  }

  @Test
  @DisplayName("A belay.yaml that came with somebody else's work gets no token sent elsewhere")
  void theTokenStaysHere(@TempDir Path dir) throws IOException, InterruptedException {
    var file =
        Files.writeString(
            dir.resolve("evil.yaml"),
            "http: { host: gateway.example }\nauth: { tokens: { env: BELAY_X } }\n");
    shell.with("BELAY_TOKEN", ADA);
    assertThat(shell.run("cancel", "feedbeef", "--config", file.toString()))
        .isEqualTo(ExitCode.ERROR);
    assertThat(shell.err())
        .contains("http://gateway.example:3002, which is not this machine")
        .contains("--url http://gateway.example:3002");
  }

  @Test
  @DisplayName("Where nothing listens, a token is wrong or there is none, the next step is named")
  void noGateway() throws IOException, InterruptedException {
    var nowhere = "http://127.0.0.1:1";
    shell.with("BELAY_TOKEN", ADA);
    assertThat(shell.run("ps", "--url", nowhere)).isEqualTo(ExitCode.ERROR);
    assertThat(shell.err())
        .isEqualTo(
            "belay: nothing listens at "
                + nowhere
                + ". Start it with: belay serve, or say where: --url URL\n");
    for (var url : List.of("127.0.0.1:3002", "ftp://x", "http://127.0.0.1:1/api/calls")) {
      assertThat(shell.run("ps", "--url", url)).isEqualTo(ExitCode.USAGE);
    }
    try (var served = Serve.puppet().start()) {
      shell = new FakeShell().with("BELAY_TOKEN", "wrong");
      assertThat(shell.run("ps", "--url", served.url().toString())).isEqualTo(ExitCode.ERROR);
      assertThat(shell.err()).contains("does not know this token").contains("BELAY_TOKEN");
      shell = new FakeShell().with("XDG_STATE_HOME", "/nowhere/at-all");
      assertThat(shell.run("ps", "--url", served.url().toString())).isEqualTo(ExitCode.ERROR);
      assertThat(shell.err())
          .contains(
              "wants a token, and there is none: BELAY_TOKEN is not set, and there is no file"
                  + " /nowhere/at-all/belay/token");
    }
  }

  @Test
  @DisplayName("logs tells of a call by its digits, or of a server; those of several are listed")
  void logs() throws IOException, InterruptedException {
    try (var served = Serve.puppet().start()) {
      var client = served.modern();
      // Two of seventeen calls begin with the same of sixteen digits.
      for (int at = 0; at < 17; at++) {
        var _ = call(client, Integer.toString(at), "echo", "{\"text\":\"hi\"}").awaitEnd();
      }
      assertThat(run(served, "ps", "-aq")).isEqualTo(ExitCode.OK);
      var byDigit =
          shell.out().lines().collect(Collectors.groupingBy(id -> brief(id).substring(0, 1)));
      var several =
          byDigit.entrySet().stream()
              .filter(ids -> ids.getValue().size() > 1)
              .findFirst()
              .orElseThrow();
      assertThat(run(served, "logs", several.getKey())).isEqualTo(ExitCode.ERROR);
      assertThat(shell.out()).isEmpty();
      assertThat(shell.err())
          .startsWith(
              "belay: %s means %d calls; give more digits:\n"
                  .formatted(several.getKey(), several.getValue().size()))
          .contains(several.getValue());
      assertThat(run(served, "logs", "-f", several.getKey())).isEqualTo(ExitCode.ERROR);
      assertThat(run(served, "logs", brief(several.getValue().getFirst()))).isEqualTo(ExitCode.OK);
      assertThat(lines("  accepted")).isEqualTo(1);
      assertThat(run(served, "logs", "faulty")).isEqualTo(ExitCode.OK);
      assertThat(lines("  accepted")).isEqualTo(17);
      assertThat(run(served, "logs", "-n", "1", "--json")).isEqualTo(ExitCode.OK);
      assertThat(shell.out()).startsWith("{\"event\":\"settled\"");
    }
  }

  private static Serve ofTwo() throws IOException, InterruptedException {
    return Serve.puppet()
        .outside("BELAY_TOKENS", "ada: " + ADA + "\nbob: bobs-token-0123456789\n")
        .auth("{\"tokens\":{\"env\":\"BELAY_TOKENS\"}}");
  }

  private static void echo(String name, Served gateway) throws InterruptedException {
    var token = "Bearer " + name + "s-token-0123456789";
    var caller = gateway.modern().always("Authorization", token);
    var _ = call(caller, "1", "echo", "{\"text\":\"hi\"}").awaitEnd();
  }

  @Test
  @DisplayName("Who may not see the newest event is not kept waiting for it")
  void newestOfAnother() throws IOException, InterruptedException {
    try (var gateway = ofTwo().start()) {
      echo("ada", gateway);
      echo("bob", gateway);
      shell.with("BELAY_TOKEN", ADA);
      var time = new HandTime();
      var words = List.of("--url", gateway.url().toString());
      var told =
          CompletableFuture.supplyAsync(() -> {
            try {
              return PlacedCommands.logs(time, words, shell.shell());
            } catch (IOException | InterruptedException e) {
              throw new IllegalStateException(e);
            }
          });
      time.pass(Duration.ofMillis(500));
      Patience.await(told::isDone, shell::err);
      assertThat(told.join()).isEqualTo(ExitCode.OK);
      assertThat(lines("  accepted")).isEqualTo(1);
    }
  }

  @Test
  @DisplayName("logs -f goes on with what happens, waits for a gateway that is restarted, and says")
  void followsThroughARestart() throws IOException, InterruptedException {
    shell.with("BELAY_TOKEN", ADA);
    CompletableFuture<ExitCode> followed;
    String port;
    try (var gateway = ofTwo().start()) {
      port = Integer.toString(gateway.url().getPort());
      followed = shell.start("logs", List.of("-f", "--url", gateway.url().toString()));
      echo("ada", gateway);
      Patience.await(() -> lines("completed") == 1, shell::out);
      echo("ada", gateway);
      Patience.await(() -> lines("completed") == 2, shell::out);
    }
    Patience.await(() -> shell.err().contains("waiting") || followed.isDone(), shell::err);
    try (var gateway = ofTwo().http("port", port).start()) {
      echo("ada", gateway);
      Patience.await(() -> lines("completed") == 3, shell::out);
      shell.interrupt();
      Patience.await(followed::isDone, shell::err);
      assertThat(followed.join()).isEqualTo(ExitCode.OK);
    }
    assertThat(shell.err())
        .isEqualTo("belay: the gateway does not answer; waiting until it is back\n");
    assertThat(shell.out()).contains("… events before these are remembered no more\n");
  }
}
