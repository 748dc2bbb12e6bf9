package dev.belay.cli.golden;

import static dev.belay.testkit.client.ScriptedClient.toolCall;

import dev.belay.cli.BelayProcess;
import dev.belay.core.time.Patience;
import dev.belay.testbed.fault.FaultyServers;
import dev.belay.testkit.client.HttpAnswer;
import dev.belay.testkit.client.RawRequest;
import dev.belay.testkit.client.ScriptedClient;
import dev.belay.testkit.client.ScriptedHttpClient;
import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("process")
@DisplayName("A whole conversation at each door is the golden one, byte by byte")
final class DoorsGoldenTest {
  private static final String GREETING =
      "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"%s\","
          + "\"capabilities\":{\"elicitation\":{}},"
          + "\"clientInfo\":{\"name\":\"scripted\",\"version\":\"1\"}}}";
  private static final String INITIALIZED =
      "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\",\"params\":{}}";
  private static final String ECHO = toolCall("echo", "{\"text\":\"hi\"}");

  /** A second step could replace the first while that waits to be written. */
  private static final String ONE_STEP =
      "{\"name\":\"progress\",\"arguments\":{\"steps\":1},\"_meta\":{\"progressToken\":\"p\"}}";

  private static final String RED = "{\"action\":\"accept\",\"content\":{\"colour\":\"red\"}}";

  private final Map<String, String> pages = new TreeMap<>();
  @AutoClose private Gateway gateway;
  private Transcript now = Transcript.ofBytes();

  @BeforeEach
  void open() throws IOException {
    gateway = Gateway.prepared();
  }

  private void page(String file) throws IOException {
    pages.put(file, gateway.placeholders().in(now.toString()));
    now = Transcript.ofBytes();
  }

  private String[] options() throws IOException {
    return new String[] {"--tools-file", ListedTools.file(gateway)};
  }

  @Test
  void stdio() throws IOException, InterruptedException {
    wrap(
        "legacy.txt",
        GREETING.formatted(Gateway.NEWEST_LEGACY),
        INITIALIZED,
        request("1", "tools/list", "{}"),
        request("2", "tools/call", ECHO),
        request("3", "tools/call", ONE_STEP),
        request("4", "no/such", "{}"),
        "no JSON",
        "[]");
    wrap(
        "batch-of-2025-03-26.txt",
        GREETING.formatted("2025-03-26"),
        INITIALIZED,
        "[" + request("1", "tools/call", ECHO) + "," + INITIALIZED + "]");
    wrap(
        "modern.txt",
        request("0", "server/discover", modern("{}")),
        request("1", "tools/list", modern("{}")),
        request("2", "tools/call", modern(ECHO)));
    Golden.in("door-stdio").assertIs(pages);
  }

  private static String request(String id, String method, String params) {
    return "{\"jsonrpc\":\"2.0\",\"id\":%s,\"method\":\"%s\",\"params\":%s}"
        .formatted(id, method, params);
  }

  private static String modern(String params) {
    var meta =
        "{\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
            + "\"io.modelcontextprotocol/clientCapabilities\":{}}";
    return meta + (params.equals("{}") ? "}" : "," + params.substring(1));
  }

  /** Sends lines to {@code belay wrap}, each after the answer to the one before. */
  private void wrap(String file, String... lines) throws IOException, InterruptedException {
    var args = new ArrayList<>(List.of("wrap", "--"));
    args.addAll(FaultyServers.command(options()));
    var belay = BelayProcess.startUnread(args);
    try (var client = ScriptedClient.over(belay.getInputStream(), belay.getOutputStream())) {
      int seen = 0;
      for (var line : lines) {
        now.line("> " + line);
        client.send(line);
        for (boolean isOver = !isAnswered(line); !isOver; ) {
          var answer = client.awaitLine(seen++);
          now.line("< " + answer);
          isOver = answer.contains("\"id\":") && !answer.contains("\"method\":");
        }
      }
      client.closeStdin();
      client.awaitEnd();
      var received = client.received();
      for (var rest : received.subList(seen, received.size())) {
        now.line("< " + rest);
      }
      now.line("exit " + belay.waitFor());
    } finally {
      var _ = belay.destroyForcibly().waitFor();
    }
    page(file);
  }

  private static boolean isAnswered(String line) {
    return !line.equals(INITIALIZED);
  }

  private void serve() throws IOException, InterruptedException {
    gateway.serve(
        """
        mcp: { tools_list: { cache_ttl_ms: 3600000, wait_ms: 60000 } }
        mcpServers: { faulty: { %s } }
        """
            .formatted(gateway.faulty("log", options())));
    // The first list of a server has its names; later ones are from the cache, and so at once. A
    // late one would be events, and take a number from those that follow in its session.
    var _ = gateway.modern().ask("tools/list", "{}");
    var _ = gateway.legacy().ask("tools/list", "{}");
  }

  private HttpAnswer exchange(ScriptedHttpClient client, RawRequest request)
      throws InterruptedException {
    return now.exchange(client, request);
  }

  /**
   * Sends a request until its answer comes within a quarter of a second: a later one is events, and
   * no JSON. Adds it with that answer, and returns it.
   */
  private HttpAnswer plain(ScriptedHttpClient client, RawRequest request)
      throws InterruptedException {
    var answer = new AtomicReference<>(client.send(request));
    Patience.await(
        () -> {
          boolean isPlain = !answer.get().head().isEventStream();
          if (!isPlain) {
            answer.set(client.send(request));
          }
          return isPlain;
        },
        () -> "no answer comes at once: " + answer);
    now.asked(request);
    now.answered(answer.get());
    return answer.get();
  }

  @Test
  void streamableHttp() throws IOException, InterruptedException {
    serve();
    var client = gateway.stranger();
    var opened = plain(client, client.post(GREETING.formatted(Gateway.NEWEST_LEGACY)));
    client.join(opened.field("Mcp-Session-Id"), Gateway.NEWEST_LEGACY);
    exchange(client, client.post(INITIALIZED));
    exchange(client, client.requestPost("1", "tools/list", "{}"));
    // A quick answer is JSON or events, as it happens; one with progress is always events.
    exchange(client, client.requestPost("3", "tools/call", ONE_STEP));
    var asking =
        client.requestPost(
            "4", "tools/call", toolCall("ask", "{\"method\":\"elicitation/create\"}"));
    now.asked(asking);
    var asked = client.send(asking);
    var question = asked.awaitMethod("elicitation/create");
    now.about("its answer comes below, after that to the question in it");
    exchange(
        client,
        client.post(
            "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}"
                .formatted(question.at("id").raw(), RED)));
    now.answered(asked);
    exchange(client, client.bare("GET"));
    exchange(client, client.bare("DELETE"));
    exchange(client, client.requestPost("5", "ping", "{}"));
    page("legacy.txt");

    var modern = gateway.modern();
    plain(modern, modern.requestPost("0", "server/discover", "{}"));
    plain(modern, modern.requestPost("1", "tools/list", "{}"));
    now.about("an answer as JSON");
    plain(
        modern,
        modern.requestPost("2", "tools/call", ECHO).replacing("Accept", "application/json"));
    now.about("an answer as events");
    exchange(modern, modern.requestPost("3", "tools/call", ONE_STEP));
    page("modern.txt");

    exchange(modern, modern.post("no JSON"));
    exchange(modern, modern.post("[]"));
    exchange(modern, modern.post(request("1", "tools/list", "{}")));
    exchange(modern, modern.requestPost("1", "tools/list", "{}").replacing("Mcp-Method", "odd"));
    plain(modern, modern.requestPost("1", "tools/list", "{}").replacing("Accept", "text/html"));
    exchange(
        modern,
        modern.requestPost("1", "tools/list", "{}").replacing("Content-Type", "text/plain"));
    exchange(
        modern,
        modern
            .requestPost("1", "tools/list", "{}")
            .replacing("MCP-Protocol-Version", "1999-12-31"));
    exchange(modern, modern.bare("PUT"));
    var stranger = gateway.stranger();
    exchange(stranger, stranger.requestPost("1", "tools/list", "{}"));
    exchange(
        stranger, stranger.requestPost("1", "tools/list", "{}").with("Mcp-Session-Id", "nothing"));
    page("refusals.txt");
    Golden.in("door-http").assertIs(pages);
  }

  @Test
  void httpAndSse() throws IOException, InterruptedException {
    serve();
    var client = gateway.stranger();
    var open = client.get().to("/sse");
    now.asked(open);
    var stream = client.send(open);
    var endpoint = stream.awaitEvent(event -> event.type().equals("endpoint")).data();
    now.opened(stream);
    now.line("(the stream goes on below)").line("");
    for (var message :
        List.of(
            GREETING.formatted("2024-11-05"),
            INITIALIZED,
            request("1", "tools/list", "{}"),
            request("2", "tools/call", ECHO),
            request("3", "tools/call", ONE_STEP),
            "no JSON")) {
      exchange(client, client.post(message).to(endpoint));
      var id = id(message);
      if (!id.isEmpty()) {
        var _ =
            stream.awaitMessage(
                answer -> answer.at("id").raw().equals(id) && !answer.at("method").present());
      }
    }
    now.line("(the stream)").line("").line(stream.bodySoFar());
    exchange(client, client.post(INITIALIZED).to("/messages?sessionId=nothing"));
    page("2024-11-05.txt");
    Golden.in("door-sse").assertIs(pages);
  }

  private static String id(String message) {
    return message.startsWith("{") ? Json.parse(message).at("id").raw() : "";
  }

  @Test
  void turns() throws IOException, InterruptedException {
    serve();
    var owner = gateway.owner();
    var turn =
        "{\"agentId\":\"main\",\"sessionId\":\"s1\",\"toolUses\":["
            + "{\"id\":\"a\",\"name\":\"echo\",\"input\":{\"text\":\"hi\"}}]}";
    exchange(owner, owner.bare("POST").to("/api/turns").withBody(turn));
    exchange(
        owner,
        owner.bare("POST").to("/api/turns").with("Accept", "text/event-stream").withBody(turn));
    page("turn.txt");
    Golden.in("door-turns").assertIs(pages);
  }
}
