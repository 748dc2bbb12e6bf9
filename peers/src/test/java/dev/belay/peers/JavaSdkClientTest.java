package dev.belay.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.core.time.Patience;
import dev.belay.testbed.fault.FaultyServers;
import dev.belay.testbed.process.LiveProcesses;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The official Java client, version pinned in the root pom, before {@code dist/bin/belay wrap}. */
@Tag("process")
class JavaSdkClientTest {
  private static final Path BELAY = Path.of("..", "dist", "bin", "belay").toAbsolutePath();

  private final List<String> progress = new CopyOnWriteArrayList<>();
  @TempDir Path directory;

  private McpSyncClient client(Duration timeout, String... flags) {
    var args = new ArrayList<String>();
    args.add("wrap");
    args.addAll(List.of(flags));
    args.add("--");
    args.addAll(FaultyServers.command("--log", log().toString()));
    var server =
        ServerParameters.builder(BELAY.toString())
            .args(args)
            .addEnvVar("BELAY_MCP_KEEP_ALIVE_FIRST", "0.2")
            .addEnvVar("BELAY_MCP_KEEP_ALIVE_INTERVAL", "0.2")
            .build();
    return McpClient.sync(new StdioClientTransport(server, McpJsonDefaults.getMapper()))
        .requestTimeout(timeout)
        .progressConsumer(heard -> progress.add(String.valueOf(heard.message())))
        .build();
  }

  private Path log() {
    return directory.resolve("log");
  }

  private static CallToolRequest call(String tool, Map<String, Object> arguments) {
    return new CallToolRequest(tool, arguments, Map.of("progressToken", "java-1"));
  }

  private static String text(CallToolResult result) {
    return ((TextContent) result.content().getFirst()).text();
  }

  /** What is done on a thread of its own, since the common pool may have but one. */
  private static <T> CompletableFuture<T> started(Supplier<T> work) {
    return CompletableFuture.supplyAsync(work, task -> Thread.ofPlatform().daemon().start(task));
  }

  private List<Long> serverPids() throws IOException {
    return Files.readAllLines(log()).stream()
        .filter(line -> line.startsWith("pid "))
        .map(line -> Long.valueOf(line.substring(4).strip()))
        .toList();
  }

  @Test
  void toolsAreListedAndCalledAndNothingIsLeftWhenTheClientCloses()
      throws IOException, InterruptedException {
    var config = directory.resolve("belay.yaml");
    Files.writeString(config, "tools: { hang: { timeout: 3 } }\n");
    try (var client = client(Duration.ofSeconds(20), "--config", config.toString())) {
      client.initialize();
      assertThat(client.listTools().tools()).isNotEmpty();
      assertThat(text(client.callTool(call("echo", Map.of("text", "over Java")))))
          .isEqualTo("over Java");
      client.ping();
      // It cannot end before a keep-alive has come, however late that is.
      var until = directory.resolve("until");
      var request = call("progress", Map.of("steps", 1, "until", until.toString()));
      var held = started(() -> client.callTool(request));
      // The client tells of progress on a thread of its own.
      Patience.await(
          () -> progress.stream().anyMatch(message -> message.startsWith("Still running, ")),
          () -> "no keep-alive: " + progress);
      Files.writeString(until, "");
      assertThat(text(held.join())).isEqualTo("done");
      var cut = client.callTool(call("hang", Map.of()));
      assertThat(cut.isError()).isTrue();
      assertThat(text(cut)).startsWith("Tool exceeded wall-clock limit of 3s.");
      assertThat(text(client.callTool(call("echo", Map.of("text", "goes on")))))
          .isEqualTo("goes on");
    }
    LiveProcesses.awaitGone(serverPids());
  }

  @Test
  void aClientThatGivesUpWithoutSayingSoLeavesAServerThatGoesOn() {
    try (var client = client(Duration.ofSeconds(10))) {
      client.initialize();
      assertThatThrownBy(() -> client.callTool(call("sleep", Map.of("ms", 60_000))))
          .hasMessageContaining("10000ms");
      assertThat(text(client.callTool(call("echo", Map.of("text", "still here")))))
          .isEqualTo("still here");
    }
  }
}
