package dev.belay.testbed.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.testbed.net.Pipe;
import dev.belay.testkit.client.ScriptedClient;
import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayName("The conformance fixture serves both eras on pipes, and as a process")
@Tag("process")
final class ConformanceServerTest {
  private static final String ALL = "{\"elicitation\":{},\"sampling\":{},\"roots\":{}}";

  private final List<ScriptedClient> clients = new ArrayList<>();

  @AfterEach
  void endEveryServer() throws IOException {
    for (var client : clients) {
      client.close();
    }
  }

  private ScriptedClient kept(ScriptedClient client) {
    clients.add(client);
    return client;
  }

  private ScriptedClient server(String... options) {
    var in = new Pipe();
    var out = new Pipe();
    Thread.ofVirtual()
        .start(() -> {
          try {
            ConformanceServer.serve(ConformanceOptions.parse(options), in.in(), out.out());
          } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
          } finally {
            out.end();
          }
        });
    return kept(ScriptedClient.over(out.in(), in.out()));
  }

  private static String modern(String members) {
    return "{"
        + members
        + (members.isEmpty() ? "" : ",")
        + "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
        + "\"io.modelcontextprotocol/clientCapabilities\":"
        + ALL
        + "}}";
  }

  private static String text(Json result) {
    return result.at("content").items().getFirst().at("text").text();
  }

  @Test
  @DisplayName("one process serves both eras, and ends when its client leaves")
  void both() throws IOException, InterruptedException {
    var client = kept(ScriptedClient.start(ConformanceServers.command()));

    assertThat(client.ask("server/discover", modern("")).at("result", "supportedVersions").raw())
        .isEqualTo("[\"2026-07-28\"]");
    assertThat(client.initialize("2025-06-18").at("result", "protocolVersion").text())
        .isEqualTo("2025-06-18");
    assertThat(text(client.call("echo", "{\"message\":\"a\"}").at("result"))).isEqualTo("Echo: a");
    client.closeStdin();
    assertThat(client.awaitExit()).isZero();
    assertThat(client.stderr()).isEmpty();
  }

  @Test
  @DisplayName("a legacy client is asked, whatever it declared, for what it may refuse")
  void legacyRefusals() throws IOException, InterruptedException {
    var client = server("--era", "legacy");
    client.initialize("2025-11-25", ALL);
    client.request("\"c\"", "tools/call", "{\"name\":\"test_input_required_result_capabilities\"}");
    refuse(client, "elicitation/create");
    answer(
        client,
        "sampling/createMessage",
        "capital",
        "{\"role\":\"assistant\",\"content\":{\"type\":\"text\",\"text\":\"Paris\"},\"model\":\"m\"}");
    refuse(client, "roots/list");

    assertThat(text(client.awaitResponse("\"c\"").at("result")))
        .isEqualTo("The client answered 1 things and refused 2");

    client.request("\"d\"", "tools/call", "{\"name\":\"test_missing_capability\"}");
    client.await(message -> message.raw().contains("Can you sample?"));
  }

  private static void refuse(ScriptedClient client, String method) throws InterruptedException {
    var question = client.awaitMethod(method);
    client.send(
        "{\"jsonrpc\":\"2.0\",\"id\":"
            + question.at("id").raw()
            + ",\"error\":{\"code\":-1,\"message\":\"no\"}}");
  }

  private static void answer(ScriptedClient client, String method, String about, String result)
      throws InterruptedException {
    var question =
        client.await(
            message -> message.at("method").text().equals(method) && message.raw().contains(about));
    client.send(
        "{\"jsonrpc\":\"2.0\",\"id\":" + question.at("id").raw() + ",\"result\":" + result + "}");
  }

  @Test
  @DisplayName("a call that is taken back gets no answer, and the next one does")
  void cancelled() throws IOException, InterruptedException {
    var client = server();
    client.initialize("2025-11-25", ALL);
    client.request(
        "\"c\"",
        "tools/call",
        "{\"name\":\"test_elicitation\",\"arguments\":{\"message\":\"Who?\"}}");
    var _ = client.awaitMethod("elicitation/create");
    client.cancel("\"c\"");
    var _ = client.call("echo", "{\"message\":\"b\"}");

    assertThat(client.received(message -> message.at("id").raw().equals("\"c\""))).isEmpty();
  }
}
