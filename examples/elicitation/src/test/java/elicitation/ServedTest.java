package elicitation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.belay.testkit.client.ScriptedClient;
import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The whole program, as clients of either era start it. */
@Timeout(120)
class ServedTest {
  private static final String FILLED_IN =
      "{\"action\":\"accept\",\"content\":{\"name\":\"Anna\",\"seating\":\"LATE\"}}";
  private static final String RESERVED = "Reserved for Anna on 2026-12-24, LATE.";

  @Test
  @DisplayName("Up to 2025-11-25 the client is asked while its call waits")
  void asksLegacyClients() throws IOException, InterruptedException {
    try (var client = ScriptedClient.start(program())) {
      client.initialize("2025-11-25", "{\"elicitation\":{}}");
      client.request(
          "1", "tools/call", ScriptedClient.toolCall("reserve_table", "{\"day\":\"2026-12-24\"}"));

      var question = client.awaitMethod("elicitation/create");
      assertEquals("Who comes on 2026-12-24, and when?", question.at("params", "message").text());
      client.send(
          "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}"
              .formatted(question.at("id").raw(), FILLED_IN));

      assertEquals(RESERVED, text(client.awaitResponse("1")));
      leave(client);
    }
  }

  @Test
  @DisplayName(
      "Since 2026-07-28 the question is the call's result, and the client repeats the call")
  void asksModernClients() throws IOException, InterruptedException {
    try (var client = ScriptedClient.start(program())) {
      var first = client.ask("tools/call", modernCall("")).at("result");
      assertEquals("input_required", first.at("resultType").text());
      var questions = ((Json.Members) first.at("inputRequests")).values();
      var key = questions.keySet().iterator().next();
      assertEquals(
          "Who comes on 2026-12-24, and when?", questions.get(key).at("params", "message").text());

      var answers =
          "\"inputResponses\":{\"%s\":%s},\"requestState\":%s,"
              .formatted(key, FILLED_IN, first.at("requestState").raw());
      assertEquals(RESERVED, text(client.ask("tools/call", modernCall(answers))));
      leave(client);
    }
  }

  private static String modernCall(String answers) {
    return """
    {"name":"reserve_table","arguments":{"day":"2026-12-24"},%s"_meta":{\
    "io.modelcontextprotocol/protocolVersion":"2026-07-28",\
    "io.modelcontextprotocol/clientCapabilities":{"elicitation":{}}}}\
    """
        .formatted(answers);
  }

  private static String text(Json response) {
    return response.at("result", "content").items().getFirst().at("text").text();
  }

  private static List<String> program() {
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    return List.of(java, "-cp", System.getProperty("java.class.path"), Restaurant.class.getName());
  }

  private static void leave(ScriptedClient client) throws IOException, InterruptedException {
    client.closeStdin();
    assertEquals(0, client.awaitExit());
  }
}
