package dev.belay.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.FakeShell;
import dev.belay.core.time.Patience;
import dev.belay.testbed.fault.FaultyServers;
import dev.belay.testbed.process.LiveProcesses;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("belay chat, from a configuration with a scripted model to tools of a real server")
@Tag("process")
final class ChatCommandTest {
  private final FakeShell shell = new FakeShell();
  @TempDir Path directory;

  private ExitCode chat(String message, String... options)
      throws IOException, InterruptedException {
    Files.writeString(
        directory.resolve("demo.yaml"),
        """
        rules:
          - when: '^two rounds'
            steps:
              - say: One moment.
                call: [{name: echo, input: {text: one}}, {name: echo, input: {text: two}}]
              - say: 'It is {{result.0}} and {{result.1}}.'
          - when: '^hang'
            steps:
              - call: [{name: hang_honouring_cancel, input: {}}]
              - say: never
        otherwise: {say: I hear you.}
        """);
    var config =
        Files.writeString(
            directory.resolve("belay.yaml"),
            """
            models:
              script: { provider: scripted, script: demo.yaml }
            agents:
              main: { instructions: "Be brief." }
              writer: {}
            """);
    var words = new ArrayList<>(List.of(message, "--config", config.toString()));
    words.addAll(List.of(options));
    words.add("--");
    words.addAll(FaultyServers.command("--log", log().toString()));
    shell.with("XDG_STATE_HOME", directory.resolve("state").toString()).with("LANG", "C.UTF-8");
    return shell.run("chat", words);
  }

  private Path log() {
    return directory.resolve("log");
  }

  @Test
  void anAnswerWithTools() throws IOException, InterruptedException {
    assertThat(chat("two rounds")).as(shell.err()).isEqualTo(ExitCode.OK);
    assertThat(shell.out()).isEqualTo("One moment.\nIt is one and two.\n");
    assertThat(shell.err().lines().filter(line -> line.startsWith("belay: ✓ echo"))).hasSize(2);
  }

  @Test
  @DisplayName("S1-2, S1-85: Ctrl-C cancels the turn down to the server's tool")
  void ctrlC() throws IOException, InterruptedException, ExecutionException {
    try (var executor = Executors.newSingleThreadExecutor()) {
      var running = executor.submit(() -> chat("hang"));
      Patience.await(() -> logged("call hang_honouring_cancel"), () -> "no call: " + shell.err());
      shell.interrupt();

      assertThat(running.get()).isEqualTo(ExitCode.INTERRUPTED);
    }
    assertThat(shell.err()).contains("✗ hang_honouring_cancel", "belay: Turn cancelled\n");
    assertThat(shell.out()).isEmpty();
    // Its process may be ended before it has read that it is cancelled.
    assertThat(pids()).hasSize(1);
    LiveProcesses.awaitGone(pids());
  }

  private List<Long> pids() throws IOException {
    return Files.readAllLines(log()).stream()
        .filter(line -> line.startsWith("pid "))
        .map(line -> Long.valueOf(line.substring("pid ".length()).strip()))
        .toList();
  }

  private boolean logged(String what) {
    try {
      return Files.exists(log())
          && Files.readAllLines(log()).stream().anyMatch(line -> line.startsWith(what));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
