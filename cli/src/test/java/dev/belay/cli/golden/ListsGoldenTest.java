package dev.belay.cli.golden;

import dev.belay.core.time.Patience;
import dev.belay.testkit.client.ScriptedHttpClient;
import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("process")
@DisplayName("What clients of every revision are offered is the golden list")
final class ListsGoldenTest {
  private static final String MODERN = "2026-07-28";
  private static final String GREETING =
      "{\"protocolVersion\":\"%s\",\"capabilities\":{},"
          + "\"clientInfo\":{\"name\":\"scripted\",\"version\":\"1\"}}";

  private final Map<String, String> pages = new TreeMap<>();

  @Test
  void oneServer() throws IOException, InterruptedException {
    try (var gateway = Gateway.prepared()) {
      gateway.serve(
          "mcpServers: { faulty: { %s } }"
              .formatted(gateway.faulty("log", "--tools-file", ListedTools.file(gateway))));
      eras(gateway);
    }
    Golden.in("lists-of-one-server").assertIs(pages);
  }

  @Test
  void twoServers() throws IOException, InterruptedException {
    try (var gateway = Gateway.prepared()) {
      gateway.serve(
          """
          mcp: { tools_list: { wait_ms: 60000 } }
          mcpServers:
            faulty: { %s, tools: { allow: [echo, measure] } }
            fixture: { %s, tools: { allow: [echo] } }
          """
              .formatted(
                  gateway.faulty("log", "--tools-file", ListedTools.file(gateway)),
                  gateway.fixture()));
      var client = gateway.modern();
      Patience.await(
          () -> {
            var listed = client.ask("tools/list", "{}").raw();
            return listed.contains("faulty__echo") && listed.contains("fixture__echo");
          },
          () -> "not all are listed: " + gateway.log());
      eras(gateway);
    }
    Golden.in("lists-of-two-servers").assertIs(pages);
  }

  private void eras(Gateway gateway) throws IOException, InterruptedException {
    for (var revision :
        new String[] {"2024-11-05", "2025-03-26", "2025-06-18", Gateway.NEWEST_LEGACY}) {
      var client = gateway.stranger();
      var now = Transcript.ofJson();
      say(now, "initialize", client.initialize(revision));
      lists(now, client);
      pages.put(revision + ".txt", gateway.placeholders().in(now.toString()));
    }
    var now = Transcript.ofJson();
    var client = gateway.modern();
    ask(now, client, "server/discover", "{}");
    lists(now, client);
    pages.put(MODERN + ".txt", gateway.placeholders().in(now.toString()));

    var odd = Transcript.ofJson();
    var stranger = gateway.stranger();
    ask(odd, stranger, "initialize", GREETING.formatted("1999-12-31"));
    ask(odd, stranger, "initialize", "{}");
    ask(odd, stranger, "tools/list", "{}");
    ask(odd, gateway.legacy(), "no/such", "{}");
    ask(odd, gateway.modern(), "no/such", "{}");
    pages.put("unknown.txt", gateway.placeholders().in(odd.toString()));
  }

  private static void lists(Transcript now, ScriptedHttpClient client) throws InterruptedException {
    for (var list :
        new String[] {"tools/list", "prompts/list", "resources/list", "resources/templates/list"}) {
      ask(now, client, list, "{}");
    }
    ask(now, client, "ping", "{}");
    ask(now, client, "prompts/get", "{\"name\":\"no_such_prompt\"}");
    ask(now, client, "resources/read", "{\"uri\":\"test://static-text\"}");
    ask(now, client, "tools/call", "{\"name\":\"no_such_tool\",\"arguments\":{}}");
    ask(now, client, "tools/list", "{\"cursor\":\"odd\"}");
  }

  private static void ask(Transcript now, ScriptedHttpClient client, String method, String params)
      throws InterruptedException {
    say(now, method + " " + params, client.ask(method, params));
  }

  private static void say(Transcript now, String asked, Json answer) {
    now.about(asked).json(answer.raw()).line("");
  }
}
