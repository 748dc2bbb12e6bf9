package dev.belay.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.cli.clients.ClientConfig;
import dev.belay.cli.clients.KnownClient;
import dev.belay.cli.clients.NotUnderstood;
import dev.belay.cli.command.ServerCheck.Checked;
import dev.belay.core.time.HandTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Servers of clients' files: each check ends, whatever becomes of it")
final class ClientServersTest {
  @TempDir Path directory;
  private final DoctorPage page = new DoctorPage(new LinkedHashMap<>());

  @BeforeEach
  void write() throws IOException {
    Files.writeString(
        directory.resolve("mcp.json"), "{\"mcpServers\":{\"one\":{\"command\":\"sh\"}}}");
  }

  private ClientServers servers() throws IOException, NotUnderstood {
    var config = ClientConfig.read(KnownClient.CURSOR, directory.resolve("mcp.json"));
    var environment = Map.of("PATH", System.getenv("PATH"));
    var servers = new ClientServers(directory, null, environment, page);
    servers.add(List.of(Objects.requireNonNull(config)));
    return servers;
  }

  @Test
  void aCheckThatThrowsIsAFault() throws IOException, NotUnderstood, InterruptedException {
    servers()
        .check(
            (_, _) -> {
              throw new IllegalStateException("no place left");
            },
            /* withFolder= */ true,
            Duration.ofSeconds(50),
            new HandTime());
    assertThat(page.text())
        .contains("- one (Cursor): cannot be checked: java.lang.IllegalStateException: no place");
  }

  @Test
  void aCheckThatHangsIsAFault() throws IOException, NotUnderstood, InterruptedException {
    var never = new CompletableFuture<Checked>();
    var time = new HandTime();
    servers()
        .check(
            (_, _) -> {
              time.pass(Duration.ofSeconds(50));
              return never.join();
            },
            /* withFolder= */ true,
            Duration.ofSeconds(50),
            time);
    assertThat(page.text()).contains("- one (Cursor): its check did not end within 50 s\n");
  }
}
