package dev.belay.testbed.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.core.time.HandTime;
import dev.belay.core.time.Patience;
import dev.belay.testkit.client.ScriptedClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FaultyPuppetTest {
  private static final Duration HOUR = Duration.ofHours(1);

  @TempDir private Path directory;
  private final HandTime time = new HandTime();
  private FaultyPuppet puppet = FaultyPuppet.start(time, Map.of(), List.of());
  private ScriptedClient client = ScriptedClient.over(puppet.stdout(), puppet.stdin());

  @AfterEach
  void end() {
    puppet.kill();
  }

  private void start(String... options) throws InterruptedException {
    puppet.kill();
    puppet = FaultyPuppet.start(time, Map.of("NAME", "value"), List.of(options));
    client = ScriptedClient.over(puppet.stdout(), puppet.stdin());
    client.initialize("2025-11-25");
  }

  @Test
  void aPauseEndsWhenTheTestMovesTheClock() throws InterruptedException {
    start();
    client.request("1", "tools/call", ScriptedClient.toolCall("sleep", "{\"ms\":3600000}"));
    time.pass(HOUR);
    assertThat(client.awaitResponse("1").raw()).contains("slept");
    client.request("2", "tools/call", ScriptedClient.toolCall("ignore_cancel", "{\"ms\":3600000}"));
    client.cancel("2");
    time.pass(HOUR);
    assertThat(client.awaitResponse("2").raw()).contains("finished all the same");
  }

  @Test
  void itHasTheEnvironmentOfItsTest() throws InterruptedException {
    start();
    assertThat(client.call("env", "{\"name\":\"NAME\"}").raw()).contains("\"value\"");
  }

  @Test
  void aCrashEndsItsPipesAndItsThreads() throws IOException, InterruptedException {
    var log = directory.resolve("log");
    start("--log", log.toString());
    client.request("1", "tools/call", ScriptedClient.toolCall("hang", "{}"));
    client.request("2", "tools/call", ScriptedClient.toolCall("crash", "{\"code\":7}"));
    client.awaitEnd();
    assertThat(puppet.exited().toCompletableFuture().join()).isEqualTo(7);
    assertThat(puppet.errorLines()).containsExactly("faulty: about to crash", "faulty: last words");
    assertThat(Files.readAllLines(log)).contains("pid 0").endsWith("exit 7");
    assertThatThrownBy(() -> client.send("{}")).hasMessageContaining("Broken pipe");
    Patience.await(() -> threads() == 0, () -> threads() + " threads are left");
  }

  @Test
  void theEndOfItsInputIsItsEnd() throws IOException, InterruptedException {
    start();
    client.closeStdin();
    client.awaitEnd();
    assertThat(puppet.exited().toCompletableFuture().join()).isZero();
  }

  @Test
  void aKillEndsWhatIgnoresTheEndOfItsInput() throws IOException, InterruptedException {
    start("--ignore-eof");
    client.closeStdin();
    puppet.kill();
    client.awaitEnd();
    assertThat(puppet.exited().toCompletableFuture().join()).isEqualTo(137);
  }

  @Test
  void whatNeedsAProcessIsRefused() throws InterruptedException {
    start();
    for (var tool : List.of("abort", "spawn", "spawn_and_hang")) {
      assertThat(client.call(tool, "{}").at("error", "message").text())
          .isEqualTo(tool + " needs a server in a process of its own");
    }
    assertThatThrownBy(() -> FaultyPuppet.start(time, Map.of(), List.of("--ignore-term")))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static long threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("faulty-call"))
        .count();
  }
}
