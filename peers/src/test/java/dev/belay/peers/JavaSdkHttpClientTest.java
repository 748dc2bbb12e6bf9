package dev.belay.peers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.Patience;
import dev.belay.testbed.process.LiveProcesses;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ClientCapabilities;
import io.modelcontextprotocol.spec.McpSchema.ElicitResult;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The official Java client over Streamable HTTP, before {@code dist/bin/belay serve}. */
@Tag("process")
class JavaSdkHttpClientTest {
  @TempDir static Path directory;
  private static Served served;

  private final BlockingQueue<String> progress = new LinkedBlockingQueue<>();
  private final CountDownLatch changed = new CountDownLatch(1);

  /**
   * One server for all: a call that it went on with would leave in doubt whom a question is for.
   */
  @BeforeAll
  static void serve() throws IOException, InterruptedException {
    var config = directory.resolve("belay.yaml");
    Files.writeString(config, "tools: { hang_honouring_cancel: { timeout: 2 } }\n");
    served = Served.start(directory.resolve("log"), "--config", config.toString());
  }

  @AfterAll
  static void nothingIsLeftWhenBelayEnds() throws IOException, InterruptedException {
    try (var _ = served) {
      assertThat(served.terminate()).isIn(0, 143);
      LiveProcesses.awaitGone(
          served.logged("pid ").stream().map(line -> Long.valueOf(line.substring(4))).toList());
    }
  }

  private McpSyncClient client(Served served) {
    var transport =
        HttpClientStreamableHttpTransport.builder(served.origin())
            .endpoint("/mcp")
            .jsonMapper(McpJsonDefaults.getMapper())
            .build();
    return McpClient.sync(transport)
        .requestTimeout(Duration.ofSeconds(20))
        .capabilities(ClientCapabilities.builder().elicitation().build())
        .elicitation(
            _ -> new ElicitResult(ElicitResult.Action.ACCEPT, Map.of("colour", "green"), null))
        .progressConsumer(heard -> progress.add(heard.progressToken() + " " + heard.progress()))
        .toolsChangeConsumer(_ -> changed.countDown())
        .build();
  }

  private static CallToolRequest call(String tool, Map<String, Object> arguments) {
    return new CallToolRequest(tool, arguments, Map.of("progressToken", "java-1"));
  }

  private static String text(CallToolResult result) {
    return ((TextContent) result.content().getFirst()).text();
  }

  @Test
  void toolsAreListedAndCalled() {
    try (var client = client(served)) {
      client.initialize();
      assertThat(client.listTools().tools()).isNotEmpty();
      assertThat(text(client.callTool(call("echo", Map.of("text", "over Java")))))
          .isEqualTo("over Java");
      client.ping();
    }
  }

  @Test
  void progressOfTheUpstreamArrivesUnderTheTokenOfTheClient() throws InterruptedException {
    try (var client = client(served)) {
      client.initialize();
      assertThat(text(client.callTool(call("progress", Map.of("steps", 4, "everyMs", 100)))))
          .isEqualTo("done");
      // The client tells of progress on a thread of its own, perhaps only after the result.
      assertThat(progress.take()).startsWith("java-1 ");
      assertThat(progress).allMatch(heard -> heard.startsWith("java-1 "));
    }
  }

  @Test
  void aQuestionOfTheUpstreamIsAnsweredDuringTheCall() throws IOException, InterruptedException {
    // With a client before it, it might be in doubt whom the question is for.
    try (var own = Served.start(directory.resolve("own"));
        var client = client(own)) {
      client.initialize();
      var answer = client.callTool(call("ask", Map.of("method", "elicitation/create")));
      assertThat(text(answer)).contains("green");
    }
  }

  @Test
  void aChangeOfTheToolsIsTold() throws InterruptedException {
    try (var client = client(served)) {
      client.initialize();
      // A change before the client's own stream is open, which nothing here awaits, is not told.
      Patience.await(
          () -> {
            var _ = client.callTool(call("list_change", Map.of()));
            return changed.getCount() == 0;
          },
          () -> "no change of the tools is told");
    }
  }

  @Test
  void aHangIsCutWithAResultThatSaysWhatToDo() {
    try (var client = client(served)) {
      client.initialize();
      var result = client.callTool(call("hang_honouring_cancel", Map.of()));
      assertThat(result.isError()).isTrue();
      assertThat(text(result)).startsWith("Tool exceeded wall-clock limit of 2s.");
      assertThat(text(client.callTool(call("echo", Map.of("text", "goes on")))))
          .isEqualTo("goes on");
    }
  }
}
