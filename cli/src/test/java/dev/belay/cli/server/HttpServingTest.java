package dev.belay.cli.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.cli.log.LogStyle;
import dev.belay.cli.server.Serving.Reloading;
import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.FakeShell;
import dev.belay.config.Config;
import dev.belay.config.Loaded;
import dev.belay.config.ServerSettings;
import dev.belay.config.Settings;
import dev.belay.config.Sources;
import dev.belay.config.Sources.Flag;
import dev.belay.config.Sources.Wrapped;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("belay serve says where it listens once it does, and why where it does not")
final class HttpServingTest {
  @TempDir private Path dir;
  private final FakeShell shell = new FakeShell();

  @Test
  void aPortThatIsTakenIsNamed() throws IOException, InterruptedException {
    try (var other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThat(serve(other.getLocalPort())).isEqualTo(ExitCode.ERROR);
      assertThat(shell.err())
          .contains(" error: cannot listen on 127.0.0.1:" + other.getLocalPort() + " (")
          .contains("already in use", "Choose another with --port, or --port 0 for any.")
          .doesNotContain("listening on", "bind(", "error(");
      assertThat(shell.out()).isEmpty();
    }
  }

  @Test
  void aStopIsNoFailure() throws IOException, InterruptedException {
    var interrupted = CompletableFuture.runAsync(shell::interrupt);
    assertThat(serve(0)).isEqualTo(ExitCode.OK);
    interrupted.join();
    assertThat(shell.err())
        .containsPattern(" listening on http://127\\.0\\.0\\.1:[1-9][0-9]*/mcp\n");
    assertThat(shell.out()).isEmpty();
  }

  @Test
  @DisplayName("C6: the effective limits are printed at the start")
  void limitsAreToldAtTheStart() throws IOException, InterruptedException {
    var interrupted = CompletableFuture.runAsync(shell::interrupt);
    var flags =
        List.of(
            new Flag("--port", "http.port", "0"), Flag.ofServer("--timeout", "s", "timeout", "90"));
    assertThat(serve(flags, "/bin/cat")).isEqualTo(ExitCode.OK);
    interrupted.join();
    assertThat(shell.err())
        .contains(" limits of calls: timeout 90s, idle_timeout none\n")
        .contains(" limit of turns: ");
  }

  @Test
  @DisplayName("C6: servers with other limits have a line of their own; 0 is no limit")
  void serversWithOtherLimitsAreToldApart() throws IOException {
    Files.writeString(
        dir.resolve("belay.yaml"),
        """
        mcp: { timeout: 600 }
        turns: { limit: 0 }
        mcpServers:
          a: { command: cat }
          b: { command: cat, timeout: 0, idle_timeout: 0.5 }
          c: { command: cat }
        tools: { "b__slow": { timeout: 9 } }
        """);
    var sources = new Sources(dir, null, List.of(), Map.of(), List.of(), null);
    if (!(Config.load(sources) instanceof Loaded.Good(var settings, var _))) {
      throw new IllegalStateException(Config.load(sources).toString());
    }
    var all = new ArrayList<>(settings.servers().values());
    all.add(ServerSettings.ofProgram("samples", "belay", Duration.ZERO));
    assertThat(HttpServing.limits(settings, all))
        .startsWith(
            "limits of calls to a, c: timeout 600s, idle_timeout 300s",
            "limits of calls to b: timeout none, idle_timeout 0.5s",
            "limits of calls to samples: timeout 600s, idle_timeout 120s")
        .last()
        .asString()
        .startsWith("limit of turns: none; ");
  }

  @Test
  void aBodyThatNeverFindsRoomIsTold() throws IOException, InterruptedException {
    var interrupted = CompletableFuture.runAsync(shell::interrupt);
    var flags =
        List.of(
            new Flag("--port", "http.port", "0"),
            new Flag("--memory", "http.memory_percent", "1"),
            new Flag("--body", "http.max_body_bytes", "1000000000"));
    assertThat(serve(flags, "/bin/cat")).isEqualTo(ExitCode.OK);
    interrupted.join();
    assertThat(shell.err())
        .contains(" warning: http.max_body_bytes (1000000000) is not less than a quarter of");
  }

  @Test
  @DisplayName("Bad input: the only command cannot be started, so there is nothing to serve")
  void aCommandThatDoesNotExistIsNotServed() throws IOException, InterruptedException {
    assertThat(serve(0, "no-such-command-here")).isEqualTo(ExitCode.ERROR);
    assertThat(shell.err())
        .contains("cannot start no-such-command-here: command not found")
        .doesNotContain("listening on");
  }

  private ExitCode serve(int port) throws IOException, InterruptedException {
    return serve(port, "/bin/cat");
  }

  private ExitCode serve(int port, String command) throws IOException, InterruptedException {
    return serve(List.of(new Flag("--port", "http.port", Integer.toString(port))), command);
  }

  private ExitCode serve(List<Flag> flags, String command)
      throws IOException, InterruptedException {
    shell.with("XDG_STATE_HOME", dir.toString());
    var sources =
        new Sources(dir, null, List.of(), Map.of(), flags, new Wrapped("s", command, List.of()));
    if (!(Config.load(sources) instanceof Loaded.Good(var settings, var _))) {
      throw new IllegalStateException("a bad configuration");
    }
    return new HttpServing()
        .run(settings, reloading(sources), _ -> Map.of(), LogStyle.USUAL, shell.shell());
  }

  private static Reloading reloading(Sources sources) {
    return new Reloading() {
      @Override
      public Set<Path> files() {
        return Config.files(sources);
      }

      @Override
      public Loaded load() {
        return Config.load(sources);
      }

      @Override
      public List<ServerSettings> servers(Settings settings) {
        return List.copyOf(settings.servers().values());
      }
    };
  }
}
