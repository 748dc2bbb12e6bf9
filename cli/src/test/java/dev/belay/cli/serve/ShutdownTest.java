package dev.belay.cli.serve;

import static dev.belay.cli.serve.Served.call;
import static dev.belay.cli.serve.Served.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.cli.BelayProcess;
import dev.belay.core.time.Patience;
import dev.belay.testbed.fault.FaultyServers;
import dev.belay.testbed.fault.Gate;
import dev.belay.testbed.process.LiveProcesses;
import dev.belay.testkit.client.ScriptedHttpClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("P25: a signal ends it in good order, a second one at once")
@EnabledOnOs(OS.LINUX)
@Tag("process")
final class ShutdownTest {
  @TempDir private Path dir;
  private final List<ScriptedHttpClient> clients = new ArrayList<>();
  private final List<BelayProcess> processes = new ArrayList<>();

  @AfterEach
  void end() throws IOException {
    for (var client : clients) {
      client.close();
    }
    for (var process : processes) {
      process.process().destroyForcibly();
    }
  }

  @ParameterizedTest
  @CsvSource({"TERM", "INT", "HUP"})
  void whatRunsGetsItsTimeAndThenItsEnd(String signal) throws IOException, InterruptedException {
    var belay = start("drain_timeout: 3600");
    var modern = kept(ScriptedHttpClient.modern(belay.awaitListening()));
    var legacy = kept(ScriptedHttpClient.legacy(belay.awaitListening()));
    legacy.initialize(Served.NEWEST);
    var listening = legacy.listen();
    assertThat(listening.status()).isEqualTo(200);
    var gate = new Gate(dir.resolve("gate"));
    var calls =
        List.of(
            call(modern, "1", "sleep", gate.arguments()),
            call(legacy, "1", "sleep", gate.arguments()));
    for (var running : calls) {
      assertThat(running.head().isEventStream()).isTrue();
    }

    signal(signal, belay);

    belay.awaitErr("stopping: 2 requests are running");
    if (signal.equals("HUP")) {
      // Of the shell behind a terminal that is closed; only other signals do not wait.
      signal(signal, belay);
    }
    var refused = call(modern, "3", "echo", "{\"text\":\"x\"}");
    assertThat(refused.status()).isEqualTo(503);
    gate.open();
    for (var running : calls) {
      assertThat(text(running.response())).isEqualTo("slept");
      assertThat(running.isWhole()).isTrue();
    }
    assertThat(listening.awaitEnd()).isEmpty();
    assertThat(belay.process().waitFor()).isZero();
    assertThat(pids()).hasSize(1).noneMatch(LiveProcesses::isAlive);
    assertThat(belay.out()).isEmpty();
  }

  @Test
  @DisplayName("What runs longer than drain_timeout is told of the shutdown")
  void whatHangsIsToldOfTheShutdown() throws IOException, InterruptedException {
    var belay = start("drain_timeout: 2");
    var modern = kept(ScriptedHttpClient.modern(belay.awaitListening()));
    var legacy = kept(ScriptedHttpClient.legacy(belay.awaitListening()));
    legacy.initialize(Served.NEWEST);
    var hangs = List.of(call(modern, "2", "hang", "{}"), call(legacy, "2", "hang", "{}"));
    for (var hanging : hangs) {
      assertThat(hanging.head().isEventStream()).isTrue();
    }
    awaitCalls("hang", hangs.size());

    signal("TERM", belay);

    for (var hanging : hangs) {
      assertThat(hanging.response().raw()).contains("shutdown");
      assertThat(hanging.isWhole()).isTrue();
    }
    assertThat(belay.process().waitFor()).isZero();
    assertThat(pids()).hasSize(1).noneMatch(LiveProcesses::isAlive);
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("a subscription ends with a result, and nobody waits for it")
  void subscriptionsEndWithAResult(Era era) throws IOException, InterruptedException {
    var serve = Serve.puppet("--era", era.option()).http("drain_timeout", "3600");
    try (var served = serve.start()) {
      var listening =
          served
              .modern()
              .request(
                  "\"mine\"",
                  "subscriptions/listen",
                  "{\"notifications\":{\"toolsListChanged\":true}}");
      var _ = listening.awaitMethod("notifications/subscriptions/acknowledged");
      served.stop();
      var result = listening.response().at("result");
      assertThat(result.at("resultType").text()).isEqualTo("complete");
      assertThat(result.at("_meta", "io.modelcontextprotocol/subscriptionId").text())
          .isEqualTo("mine");
      assertThat(listening.isWhole()).isTrue();
      assertThat(served.reports()).noneMatch(line -> line.contains("running"));
    }
  }

  @Test
  void aSecondSignalDoesNotWait() throws IOException, InterruptedException {
    var belay = start("drain_timeout: 3600");
    var client = kept(ScriptedHttpClient.modern(belay.awaitListening()));
    assertThat(call(client, "1", "hang", "{}").head().isEventStream()).isTrue();
    // The stream begins before the server has: nothing may be in its log yet.
    awaitCalls("hang", 1);

    signal("TERM", belay);
    belay.awaitErr("stopping: 1 request");
    signal("TERM", belay);

    assertThat(belay.process().waitFor()).isNotZero();
    LiveProcesses.awaitGone(pids());
  }

  private BelayProcess start(String setting) throws IOException {
    var config = Files.writeString(dir.resolve("belay.yaml"), "http: { " + setting + " }\n");
    var args =
        new ArrayList<>(List.of("serve", "--port", "0", "--config", config.toString(), "--"));
    args.addAll(FaultyServers.command("--log", dir.resolve("log").toString()));
    var belay = BelayProcess.start(dir, List.of(), args);
    processes.add(belay);
    return belay;
  }

  private ScriptedHttpClient kept(ScriptedHttpClient client) {
    clients.add(client);
    return client;
  }

  private static void signal(String name, BelayProcess belay)
      throws IOException, InterruptedException {
    var pid = Long.toString(belay.process().pid());
    assertThat(new ProcessBuilder("kill", "-" + name, pid).start().waitFor()).isZero();
  }

  /** Waits until the server runs the tool for the {@code count}th time. */
  private void awaitCalls(String tool, int count) throws InterruptedException {
    Patience.await(
        () -> log().stream().filter(("call " + tool)::equals).count() >= count,
        () -> "no call of " + tool + ": " + log());
  }

  private List<String> log() {
    try {
      var file = dir.resolve("log");
      return Files.exists(file) ? Files.readAllLines(file) : List.of();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<Long> pids() {
    return log().stream()
        .filter(line -> line.startsWith("pid "))
        .map(line -> Long.valueOf(line.substring(4)))
        .toList();
  }
}
