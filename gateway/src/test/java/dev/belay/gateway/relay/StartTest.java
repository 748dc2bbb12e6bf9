package dev.belay.gateway.relay;

import static dev.belay.gateway.relay.StdioHarness.isError;
import static dev.belay.gateway.relay.StdioHarness.text;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("A server that cannot start says so in the answer to initialize, and may try again")
final class StartTest extends Closing {
  private static final String OPENING = "{\"protocolVersion\":\"2025-11-25\"}";

  /** {@return why a client is refused the opening of its session} */
  private static String refused(StdioHarness rope) throws InterruptedException {
    return rope.client().ask("initialize", OPENING).at("error", "message").text();
  }

  @Tag("process")
  @Test
  void aCommandThatIsNotFoundIsNamedWithThePath() throws InterruptedException {
    var rope =
        opened(
            ServerProcesses.over()
                .command("no-such-server", "--flag")
                .environment("PATH", "/nowhere:/else")
                .start());
    for (int attempt = 0; attempt < 2; attempt++) {
      assertThat(refused(rope))
          .contains("no-such-server")
          .contains("Command: no-such-server --flag")
          .contains("PATH searched: /nowhere:/else");
    }
    assertThat(text(rope.client().call("echo", "{}"))).contains("no-such-server");
  }

  @Test
  void aServerThatExitsAtItsStartIsQuoted() throws InterruptedException {
    var rope = opened(StdioHarness.over("--exit-at-start", "3").start());
    for (int attempt = 0; attempt < 3; attempt++) {
      assertThat(refused(rope))
          .contains("exit code 3")
          .contains("faulty: cannot start")
          .containsOnlyOnce("Command: ")
          .doesNotContain("PATH searched: ");
    }
  }

  @Tag("process")
  @Test
  @DisplayName("HOUR-15: where its own program is missing, the PATH is told")
  void aProgramThatItMissesIsTold() throws InterruptedException {
    var rope =
        opened(
            ServerProcesses.over()
                .command("/bin/sh", "-c", "exec no-such-program")
                .environment("PATH", "/nowhere")
                .start());
    assertThat(refused(rope)).contains("exit code 127").contains("PATH searched: /nowhere");
  }

  @Tag("process")
  @Test
  @DisplayName("HOUR-15: a program that repeats what it reads is told to be no MCP server")
  void anEcho() throws InterruptedException {
    var rope = opened(ServerProcesses.over().command("/bin/cat").start());
    assertThat(refused(rope)).contains("repeats what it reads, and is no MCP server");
  }

  @Tag("process")
  @Test
  @DisplayName("One that ends before anybody could serve it is answered for all the same")
  void aServerThatEndsAtOnceIsQuoted() throws InterruptedException {
    for (int round = 0; round < 10; round++) {
      var rope = opened(ServerProcesses.over().command("/bin/false").start());
      assertThat(refused(rope)).contains("exit code 1");
      assertThat(refused(rope)).contains("exit code 1");
    }
  }

  @Test
  @DisplayName("A silent start ends at startup_timeout, and a later initialize tries again")
  void aSilentStartEndsAtItsLimit() throws InterruptedException {
    var rope = opened(StdioHarness.over("--silent-start").with("startup_timeout", "3").start());
    for (int attempt = 1; attempt <= 2; attempt++) {
      var id = String.valueOf(attempt);
      rope.client().request(id, "initialize", OPENING);
      rope.awaitLog("recv", line -> line.contains("\"method\":\"initialize\""), attempt);
      rope.time().pass(Duration.ofSeconds(3));
      var answer = rope.client().awaitResponse(id);
      assertThat(answer.at("error", "message").text())
          .contains("did not answer initialize within 3s (startup_timeout)")
          .contains("--startup-timeout")
          .doesNotContain("PATH searched: ");
      assertThat(rope.pids()).hasSize(attempt);
    }
  }

  @Test
  @DisplayName("A limit of a server in a file is raised there: its command line has no such option")
  void aConfiguredServerIsNotToldOfAFlag() throws InterruptedException {
    var rope =
        opened(
            StdioHarness.over("--silent-start")
                .configured()
                .with("startup_timeout", "0.5")
                .start());
    rope.client().request("1", "initialize", OPENING);
    var answer = rope.passUntilResponse("1");
    assertThat(answer.at("error", "message").text())
        .contains("(startup_timeout). Raise mcpServers.faulty.startup_timeout if it needs longer.")
        .doesNotContain("--startup-timeout");
  }

  @Test
  @DisplayName("startup_timeout is the opening's alone: a slow server within it is served for good")
  void aSlowStartWithinItsLimitIsFine() throws InterruptedException {
    var crowd =
        opened(
            MultiClientHarness.of(
                StdioHarness.over("--slow-start", "300").with("startup_timeout", "1.5")));
    // Belay opens it before its first client.
    crowd.awaitGot("initialize", 1);
    crowd.time().pass(Duration.ofMillis(300));
    var guest = crowd.legacy();
    crowd.time().advance(Duration.ofHours(1));
    assertThat(guest.echo("a")).isEqualTo("a");
    assertThat(crowd.log("pid")).hasSize(1);
  }

  @Tag("process")
  @Test
  @DisplayName("Once it can start, the next initialize works")
  void onceItCanStartTheNextInitializeWorks(@TempDir Path directory)
      throws IOException, InterruptedException {
    var gate = directory.resolve("gate");
    var script =
        "[ -e \"$0\" ] || exit 7; read line; echo '{\"jsonrpc\":\"2.0\",\"id\":'$(echo \"$line\" |"
            + " sed 's/.*\"id\":\\([0-9]*\\).*/\\1/')',\"result\":{\"protocolVersion\":\"2025-11-25\"}}';"
            + " cat > /dev/null";
    var rope =
        opened(ServerProcesses.over().command("/bin/sh", "-c", script, gate.toString()).start());
    assertThat(refused(rope)).contains("exit code 7");
    Files.createFile(gate);
    assertThat(rope.client().ask("initialize", OPENING).at("result", "protocolVersion").text())
        .isEqualTo("2025-11-25");
  }

  @Test
  @DisplayName("Noise before the first answer is reported and harmless")
  void noiseAtTheStartIsHarmless() throws InterruptedException {
    var rope = opened(StdioHarness.over("--start-noise").initialized());
    assertThat(rope.echo("a")).isEqualTo("a");
    rope.awaitReport("Welcome to faulty!");
    rope.awaitReport("{not json");
  }

  @Tag("process")
  @Test
  @DisplayName("A server that speaks before there is a client is heard all the same")
  void aServerMaySpeakFirst(@TempDir Path directory) throws InterruptedException {
    var said = directory.resolve("said");
    var script =
        "echo '{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{}}'; "
            + "touch \"$0\"; cat > /dev/null";
    var rope =
        opened(
            ServerProcesses.over()
                .command("/bin/sh", "-c", script, said.toString())
                .sessionAfter(() -> Files.exists(said))
                .start());
    rope.client().awaitMethod("notifications/message");
    assertThat(rope.reports()).isEmpty();
  }

  @Test
  @DisplayName("With isolation: call a process that cannot start refuses its own call only")
  void aCallsOwnProcessMayFailToStart(@TempDir Path directory)
      throws IOException, InterruptedException {
    var gate = Files.createFile(directory.resolve("gate"));
    // A spare that starts behind the first call, before the gate is gone, would serve the second.
    var setup = StdioHarness.over().gatedBy(gate).with("isolation", "call").with("spares", "0");
    var rope = opened(setup.initialized());
    rope.send("1", "ask", "{\"method\":\"roots/list\"}", "{}");
    var question = rope.client().awaitMethod("roots/list");

    Files.delete(gate);
    var refused = rope.client().call("echo", "{\"text\":\"a\"}");
    assertThat(isError(refused)).isTrue();
    assertThat(text(refused)).contains("ended while it was starting");

    Files.createFile(gate);
    assertThat(rope.echo("a")).isEqualTo("a");
    rope.client()
        .send("{\"jsonrpc\":\"2.0\",\"id\":" + question.at("id").raw() + ",\"result\":{}}");
    assertThat(text(rope.client().awaitResponse("1"))).as("the other goes on").isEqualTo("{}");
  }
}
