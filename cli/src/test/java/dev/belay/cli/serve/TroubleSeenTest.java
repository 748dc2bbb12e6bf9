package dev.belay.cli.serve;

import static dev.belay.cli.serve.Served.call;
import static dev.belay.cli.serve.Served.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.FakeShell;
import dev.belay.core.time.HandTime;
import dev.belay.core.time.Patience;
import dev.belay.testkit.client.ScriptedHttpClient;
import dev.belay.testkit.json.Json;
import dev.belay.tools.annotation.Tool;
import dev.belay.tools.call.ToolCall;
import dev.belay.tools.declare.Tools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("What is amiss behind a gateway is seen from a terminal, with what to do about it")
@Tag("process")
final class TroubleSeenTest {
  private final FakeShell shell = new FakeShell();

  /** Stands still, so that a server that is down is not started again and again. */
  private final HandTime time = new HandTime();

  @AutoClose private Served served;
  private ScriptedHttpClient client;
  private int printed;

  private void open(Serve serve) throws IOException, InterruptedException {
    served = serve.auth("{\"mode\":\"none\"}").start();
    served.environment().forEach(shell::with);
    client = served.legacy();
  }

  private ExitCode run(String command, String... words) throws IOException, InterruptedException {
    printed = shell.out().length();
    return served.run(shell, command, words);
  }

  /** {@return the output of the previous command} */
  private String out() {
    return shell.out().substring(printed);
  }

  private Json get(String path) throws InterruptedException {
    return Json.parse(client.send(client.bare("GET").to(path)).body());
  }

  @Test
  @DisplayName("C34: health names a process that ignored a stop, and what makes stops hold")
  void anIgnoredStopIsSeen() throws IOException, InterruptedException {
    open(Serve.process("--ignore-ping"));
    assertThat(run("health")).isEqualTo(ExitCode.OK);
    assertThat(out()).doesNotContain("retiring: ").doesNotContain("ignored stops: ");
    var stays = call(client, "1", "hang_honouring_cancel", "{}");
    served.awaitCalls("hang_honouring_cancel", 1);
    var _ = call(client, "2", "hang", "{}");
    served.awaitCalls("hang", 1);
    assertThat(run("ps", "--quiet")).isEqualTo(ExitCode.OK);
    var ids = out().lines().toList();

    assertThat(run("cancel", ids.getLast())).isEqualTo(ExitCode.OK);
    Patience.await(
        () -> {
          var upstream = get("/health").at("upstreams").items().getFirst();
          boolean isUp = upstream.at("state").text().equals("up"); // Its replacement.
          return isUp && !upstream.at("retiring").items().isEmpty();
        },
        () -> "nothing retires");

    assertThat(run("health")).isEqualTo(ExitCode.OK);
    assertThat(out().lines())
        .anyMatch(line ->
            line.matches(
                "retiring: process "
                    + served.pids().getFirst()
                    + " of faulty, calls left: 1; The server \"faulty\" did not react to a"
                    + " cancellation within \\d+ ms, so it was replaced\\."))
        .contains(
            "ignored stops: faulty 1; With isolation: call a stop ends the process of that call"
                + " alone.");
    assertThat(run("cancel", ids.getFirst())).isEqualTo(ExitCode.OK);
    assertThat(text(stays.response())).startsWith("[CANCELLED] ");
  }

  @Test
  @DisplayName("doctor names the server that is down behind a gateway, and why")
  void whatIsDown(@TempDir Path dir) throws IOException, InterruptedException {
    open(Serve.puppet().on(time).and("gone", "{\"command\":\"/no/such/program\"}"));
    var _ = call(client, "1", "gone__echo", "{}").response();
    // Down, beside one that has started by now.
    Patience.await(
        () -> get("/health").at("status").text().equals("degraded"), () -> "no server is down");
    var port = served.url().getPort();
    var file =
        Files.writeString(
            dir.resolve("belay.yaml"), "http: { port: " + port + " }\nauth: { mode: none }\n");
    assertThat(shell.run("doctor", "--no-start", "--config", file.toString()))
        .isEqualTo(ExitCode.ERROR);
    assertThat(shell.out())
        .contains("- behind belay serve gone is down: cannot start /no/such/program")
        .containsPattern("belay serve +http://127.0.0.1:" + port + ", belay \\S+ degraded, up ");
  }

  /** A tool that ignores every stop until the test ends it. */
  static final class Deaf {
    final CountDownLatch begun = new CountDownLatch(1);
    final AtomicBoolean stop = new AtomicBoolean();

    /** Spins. */
    @Tool(description = "Spins", concurrency = "parallel")
    public String spin() {
      begun.countDown();
      while (!stop.get()) {
        Thread.onSpinWait();
      }
      return "done";
    }
  }

  @Test
  @DisplayName("C37: ps shows where an abandoned call is, health the workers, and what to raise")
  void anAbandonedCallIsSeen() throws IOException, InterruptedException {
    var deaf = new Deaf();
    open(Serve.puppet().mcp("workers", "1").with(Tools.of(deaf)));
    try {
      assertThat(run("ps")).isEqualTo(ExitCode.OK);
      assertThat(out()).doesNotContain("abandoned");
      assertThat(run("health")).isEqualTo(ExitCode.OK);
      assertThat(out()).doesNotContain("workers: ");
      var _ = call(client, "1", "native__spin", "{}");
      deaf.begun.await();
      assertThat(run("cancel", "--all")).isEqualTo(ExitCode.OK);
      Patience.await(
          () -> !get("/api/calls").at("abandoned").items().isEmpty(), () -> "it is not abandoned");

      assertThat(run("ps")).isEqualTo(ExitCode.OK);
      assertThat(out())
          .containsPattern(
              "(?m)^abandoned: [0-9a-f]{8} spin of native, cancelled, goes on at \\S+\\(.*\\)$")
          .endsWith(
              "Abandoned work ends by itself or with belay; if calls wait for its worker, raise"
                  + " mcp.workers.\n");
      var _ = run("health");
      assertThat(out())
          .contains(
              "\nworkers: 0 of 1 busy, 0 waiting, 1 abandoned; belay ps shows where those are; no"
                  + " more are replaced: start belay again; raise mcp.workers\n");
    } finally {
      deaf.stop.set(true);
    }
  }

  /** A tool whose text contains commands to a terminal. */
  final class Hostile {
    static final String WORDS = "\u001b]52;c;AAAA\u0007 \u009b2J \u202e é";
    final CountDownLatch end = new CountDownLatch(1);

    /** Says it, and continues. */
    @Tool(description = "Says it")
    public String say(ToolCall call) throws InterruptedException {
      // At the moment of its begin, it would be taken for that.
      time.advance(Duration.ofMillis(1));
      call.heartbeat(WORDS);
      end.await();
      return "done";
    }
  }

  @Test
  @DisplayName("SEC-M6: a terminal obeys nothing of a gateway, and a file has its JSON as it came")
  void aTerminalObeysNoGateway() throws IOException, InterruptedException {
    var hostile = new Hostile();
    open(
        Serve.puppet()
            .on(time)
            .with(Tools.of(hostile))
            .and("gone", "{\"command\":\"/nowhere/\\u009b2J \\u202e\"}"));
    try {
      var _ = call(client, "1", "native__say", "{}");
      var _ = call(client, "2", "gone__echo", "{}").response();
      Patience.await(
          () -> {
            var calls = get("/api/calls").at("calls").items();
            var servers = get("/health").at("upstreams").items();
            return !calls.isEmpty()
                && !calls.getFirst().at("last_heartbeat", "message").text().isEmpty()
                && servers.stream().anyMatch(one -> one.at("state").text().equals("down"));
          },
          () -> "it said nothing");
      assertThat(run("ps", "--json")).isEqualTo(ExitCode.OK);
      assertThat(out()).contains("\u009b2J");
      shell.onTerminal();
      for (var command : List.of("ps", "health")) {
        for (var words : List.of(new String[0], new String[] {"--json"})) {
          var _ = run(command, words);
          assertThat(out())
              .as(command + " " + List.of(words))
              .contains("2J ")
              .doesNotContain("\u001b", "\u0007", "\u009b", "\u202e");
        }
      }
    } finally {
      hostile.end.countDown();
    }
  }
}
