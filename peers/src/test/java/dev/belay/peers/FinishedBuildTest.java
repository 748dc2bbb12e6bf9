package dev.belay.peers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.testbed.process.LiveProcesses;
import dev.belay.testkit.client.ScriptedClient;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What only the finished build can show: its own end, its own stalls, its own standard output. */
@Tag("process")
class FinishedBuildTest {
  @TempDir Path directory;

  private Wrapped start(List<String> flags, String... faults)
      throws IOException, InterruptedException {
    var wrapped = Wrapped.start(directory.resolve("log"), flags, faults);
    wrapped.client().initialize("2025-06-18");
    return wrapped;
  }

  @Test
  @DisplayName("P4: a stall of Belay ends no call that beats")
  void aStoppedBelayCutsNoHealthyCall() throws IOException, InterruptedException {
    var wrapped = start(List.of("--idle-timeout", "5"));
    try (var client = wrapped.client()) {
      client.request(
          "1",
          "tools/call",
          ScriptedClient.toolCall("progress", "{\"steps\":100,\"everyMs\":100}"));
      client.request("2", "tools/call", ScriptedClient.toolCall("echo", "{\"text\":\"begun\"}"));
      client.awaitResponse("2");
      // For longer than the idle limit; the shell sleeps, so that nothing here has to.
      new ProcessBuilder(
              "sh", "-c", "kill -STOP $0; sleep 6; kill -CONT $0", Long.toString(wrapped.pid()))
          .inheritIO()
          .start()
          .waitFor();
      var answer = client.awaitResponse("1");
      assertThat(answer.at("result", "isError").present()).isFalse();
      assertThat(answer.raw()).contains("\"done\"");
    }
  }

  @Test
  @DisplayName("P10: after kill -9 of Belay nothing of its tree is alive")
  void aKilledBelayLeavesNothing() throws IOException, InterruptedException {
    var wrapped = start(List.of(), "--ignore-term", "--ignore-eof");
    try (var client = wrapped.client()) {
      for (var kind : List.of("child", "setsid", "double_fork", "env_scrubbed", "ignore_term")) {
        client.call("spawn", "{\"kind\":\"" + kind + "\"}");
      }
      assertThat(wrapped.pids()).hasSize(6);
      Wrapped.signal("KILL", wrapped.pid());
      LiveProcesses.awaitGone(wrapped.pids());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TERM", "INT"})
  @DisplayName("P9: a signal to Belay ends the whole tree")
  void aSignalEndsTheWholeTree(String signal) throws IOException, InterruptedException {
    var wrapped = start(List.of(), "--ignore-term", "--ignore-eof");
    try (var client = wrapped.client()) {
      client.call("spawn", "{\"kind\":\"double_fork\"}");
      Wrapped.signal(signal, wrapped.pid());
      client.awaitExit();
      LiveProcesses.awaitGone(wrapped.pids());
    }
  }

  @Test
  @DisplayName("P9: a client that leaves ends the whole tree, before Belay itself ends")
  void aClientThatLeavesEndsTheWholeTree() throws IOException, InterruptedException {
    var wrapped = start(List.of(), "--ignore-term", "--ignore-eof");
    try (var client = wrapped.client()) {
      client.call("spawn", "{\"kind\":\"setsid\"}");
      client.closeStdin();
      assertThat(client.awaitExit()).isZero();
      assertThat(wrapped.pids()).isNotEmpty().noneMatch(LiveProcesses::isAlive);
    }
  }
}
