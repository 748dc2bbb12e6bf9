package dev.belay.cli.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.FakeShell;
import dev.belay.gateway.config.Config;
import dev.belay.gateway.config.Flag;
import dev.belay.gateway.config.Loaded;
import dev.belay.gateway.config.Sources;
import dev.belay.gateway.config.Wrapped;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
@DisplayName("belay serve says where it listens once it does, and why where it does not")
final class HttpServingTest {
  @TempDir private Path dir;
  private final FakeShell shell = new FakeShell();

  @Test
  void aPortThatIsTakenIsNamed() throws IOException, InterruptedException {
    try (var other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThat(serve(other.getLocalPort())).isEqualTo(ExitCode.ERROR);
      assertThat(shell.err())
          .startsWith("belay: cannot listen on 127.0.0.1:" + other.getLocalPort() + " (")
          .contains("already in use", "Choose another with --port, or --port 0 for any.")
          .doesNotContain("listening on");
      assertThat(shell.out()).isEmpty();
    }
  }

  @Test
  void aStopIsNoFailure() throws IOException, InterruptedException {
    var interrupted = CompletableFuture.runAsync(shell::interrupt);
    assertThat(serve(0)).isEqualTo(ExitCode.OK);
    interrupted.join();
    assertThat(shell.err())
        .containsPattern("belay: listening on http://127\\.0\\.0\\.1:[1-9][0-9]*/mcp\n");
    assertThat(shell.out()).isEmpty();
  }

  private ExitCode serve(int port) throws IOException, InterruptedException {
    var sources =
        new Sources(
            dir,
            null,
            List.of(),
            Map.of(),
            List.of(new Flag("--port", "http.port", Integer.toString(port))),
            new Wrapped("s", "/bin/cat", List.of()));
    if (!(Config.load(sources) instanceof Loaded.Good(var settings, var _))) {
      throw new IllegalStateException("a bad configuration");
    }
    var spec = Objects.requireNonNull(settings.servers().get("s"));
    return new HttpServing().run(settings, spec, Map.of(), shell.shell());
  }
}
