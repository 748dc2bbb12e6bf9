package dev.belay.tools.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.http.route.Access;
import dev.belay.tools.declare.Hints;
import dev.belay.tools.declare.ToolOptions;
import dev.belay.tools.declare.Tools;
import dev.belay.tools.result.ErrorMode;
import java.io.IOException;
import java.lang.reflect.Field;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Tools are served over HTTP")
final class HttpToolServerTest {
  private static HttpToolServer server() {
    return ToolServer.http(Tools.of(new StdioMain.IllMannered())).named("web", "2").port(0);
  }

  private static String post(RunningToolServer server, String tool)
      throws IOException, InterruptedException {
    try (var client = HttpClient.newHttpClient()) {
      return client
          .send(request(server, tool, "{}").build(), HttpResponse.BodyHandlers.ofString())
          .body();
    }
  }

  private static HttpRequest.Builder request(
      RunningToolServer server, String tool, String arguments) {
    return HttpRequest.newBuilder(URI.create(server.url()))
        .header("Content-Type", "application/json")
        .header("Accept", "application/json, text/event-stream")
        .header("MCP-Protocol-Version", "2026-07-28")
        .header("Mcp-Method", "tools/call")
        .header("Mcp-Name", tool)
        .POST(
            HttpRequest.BodyPublishers.ofString(
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":"
                    + "{\"name\":\""
                    + tool
                    + "\",\"arguments\":"
                    + arguments
                    + ","
                    + TestClient.META
                    + "}}"));
  }

  @Test
  @DisplayName("a modern client calls without a session")
  void modern() throws IOException, InterruptedException {
    try (var running = server().start()) {
      assertThat(post(running, "prints"))
          .contains("\"text\":\"printed\"", "\"resultType\":\"complete\"", "\"name\":\"web\"");
    }
  }

  @Test
  @DisplayName("closing answers what runs, and lets go of the port")
  void closes() throws IOException, InterruptedException {
    int port;
    try (var running = server().start()) {
      port = running.port();
    }
    try (var again = server().port(port).start()) {
      assertThat(again.port()).isEqualTo(port);
    }
  }

  @Test
  @DisplayName("nobody else than this machine is served unless it is said who may come in")
  void notToAnybody() {
    assertThatThrownBy(() -> server().host("0.0.0.0").start())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("access(");
  }

  private static Tools routed(String header) {
    return Tools.of(
        Tools.define("where")
            .argument("region", String.class, "Where")
            .header("region", header)
            .handle(call -> call.argument("region", String.class)));
  }

  /** {@return the status, and the body} */
  private static String where(RunningToolServer server, String header, String value)
      throws IOException, InterruptedException {
    try (var client = HttpClient.newHttpClient()) {
      var response =
          client.send(
              request(server, "where", "{\"region\":\"here\"}")
                  .header("Mcp-Param-" + header, value)
                  .build(),
              HttpResponse.BodyHandlers.ofString());
      return response.statusCode() + " " + response.body();
    }
  }

  @Test
  @DisplayName("MCP 2026-07-28 §x-mcp-header: an argument that differs from its header is refused")
  void headers() throws IOException, InterruptedException {
    var server = ToolServer.http(routed("Region")).changing().port(0);
    try (var running = server.start()) {
      assertThat(where(running, "Region", "here")).startsWith("200").contains("\"here\"");
      assertThat(where(running, "Region", "there")).startsWith("400").contains("-32020");
      assertThat(where(running, "Other", "here")).startsWith("400").contains("-32020");

      server.replace(routed("Other"));
      assertThat(where(running, "Other", "here")).startsWith("200");
      assertThat(where(running, "Region", "here")).startsWith("400");
    }
  }

  @Test
  @DisplayName("closing while a call runs stops its tool, and answers its client")
  void closesInFlight() throws IOException {
    var began = new CompletableFuture<Boolean>();
    var stopped = new CompletableFuture<Boolean>();
    var tools =
        Tools.of(
            Tools.define("waits")
                .handle(call -> {
                  began.complete(true);
                  try {
                    return new CompletableFuture<String>().get();
                  } catch (InterruptedException e) {
                    stopped.complete(call.context().cancellation().isCancelled());
                    throw e;
                  }
                }));
    try (var client = HttpClient.newHttpClient()) {
      CompletableFuture<HttpResponse<String>> response;
      try (var running = ToolServer.http(tools).port(0).start()) {
        response =
            client.sendAsync(
                request(running, "waits", "{}").build(), HttpResponse.BodyHandlers.ofString());
        began.join();
      }
      assertThat(stopped.join()).isTrue();
      assertThat(response.join().body())
          .contains("[CANCELLED] Belay is shutting down.", "\"isError\":true");
    }
  }

  @Test
  @DisplayName("where the port is taken, nothing of the server is left open")
  void portTaken() throws IOException, InterruptedException {
    var tool =
        Handmade.tool(
            "t", new Hints(null, false, false, false, false), ToolOptions.NONE, _ -> "ran");
    try (var first = server().start();
        var served = Handmade.served(ErrorMode.RESULT, false, Duration.ofMinutes(1), tool)) {
      assertThatThrownBy(
              () -> server().port(first.port()).open(served, Access.everybody(Access.Known.LOCAL)))
          .isInstanceOf(IOException.class);
      assertThat(TestClient.legacy(served.host()).call("1", "t", "{}").text())
          .contains("shutting down");
    }
  }

  @Test
  @DisplayName("a server holds no thread of the program around it")
  void holdsNoThread() {
    assertThat(Stream.of(RunningToolServer.class, ServedTools.class, Ending.class))
        .flatExtracting(type -> List.of(type.getDeclaredFields()))
        .extracting(Field::toGenericString)
        .isNotEmpty()
        .noneMatch(field -> field.contains("Thread"));
  }
}
