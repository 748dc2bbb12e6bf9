package dev.belay.http.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.share.Shares;
import dev.belay.core.time.HandTime;
import dev.belay.http.info.ServerInfo;
import dev.belay.http.route.Access;
import dev.belay.http.route.Request;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** MCP over HTTP in memory, on a clock that the test advances. */
final class Rig {
  static final String BOTH = "application/json, text/event-stream";

  final HandTime time = new HandTime();
  final FakeHost host = new FakeHost();
  Shares memory = new Shares(64 << 20);
  McpOverHttp http = of(StreamBounds.DEFAULT);
  ToolSchemas schemas = ToolSchemas.unknown();
  String peer = "127.0.0.1";
  String principal = "local";

  /** How many requests were in flight when the last plain answer was sent. */
  int inFlightAtAnswer;

  McpOverHttp of(StreamBounds bounds) {
    http =
        new McpOverHttp(
            host,
            time,
            bounds,
            ServerInfo.of("belay", "0.1.0", "2026-07-28", null),
            (who, call) -> schemas.of(who, call),
            _ -> new Access.Known(principal, Set.of()),
            memory);
    return http;
  }

  /** Sends a request; {@code headers} are pairs of names and values. */
  FakeResponse request(String method, String body, String... headers) {
    var response = new FakeResponse(() -> inFlightAtAnswer = http.inFlight());
    send(response, method, body, headers);
    return response;
  }

  void send(FakeResponse response, String method, String body, String... headers) {
    try {
      http.streamable().handle(made(method, "/mcp", null, body, headers), response);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  Request made(String method, String path, @Nullable String query, String body, String... headers) {
    return new Request(
        method, path, query, map(headers), body.getBytes(StandardCharsets.UTF_8), peer);
  }

  private static Map<String, List<String>> map(String... headers) {
    var map = new HashMap<String, List<String>>();
    for (int i = 0; i < headers.length; i += 2) {
      map.computeIfAbsent(headers[i].toLowerCase(Locale.ROOT), _ -> new ArrayList<>())
          .add(headers[i + 1]);
    }
    return map;
  }

  /** Posts like a well-behaved legacy client. */
  FakeResponse post(String body, String... more) {
    return request("POST", body, with(more, "Content-Type", "application/json", "Accept", BOTH));
  }

  static String[] with(String[] some, String... more) {
    var all = new ArrayList<>(List.of(some));
    all.addAll(List.of(more));
    return all.toArray(String[]::new);
  }

  /** Opens a session and returns its id. */
  String open() {
    return Objects.requireNonNull(post(INITIALIZE).header("Mcp-Session-Id"));
  }

  FakeResponse inSession(String session, String body) {
    return post(body, "Mcp-Session-Id", session);
  }

  FakeResponse get(String session, String... more) {
    return request("GET", "", with(more, "Accept", "text/event-stream", "Mcp-Session-Id", session));
  }

  /** Posts like a well-behaved modern client. */
  FakeResponse modern(String id, String tool) {
    return modernWith(id, tool, modernHeaders(tool));
  }

  FakeResponse modernWith(String id, String tool, String... headers) {
    return request("POST", modernCall(id, tool), headers);
  }

  /** Checks an error: its status, its id, its code and its message, in one line. */
  static void refused(FakeResponse response, String error) {
    var parts = error.split(" ", 4);
    assertThat(response.status).isEqualTo(Integer.parseInt(parts[0]));
    assertThat(response.header("Content-Type")).isEqualTo("application/json");
    assertThat(response.body)
        .isEqualTo(
            "{\"jsonrpc\":\"2.0\",\"id\":%s,\"error\":{\"code\":%s,\"message\":\"%s\"}}"
                .formatted((Object[]) Arrays.copyOfRange(parts, 1, 4)));
  }

  static String[] modernHeaders(String tool) {
    return new String[] {
      "Content-Type", "application/json",
      "Accept", BOTH,
      "MCP-Protocol-Version", "2026-07-28",
      "Mcp-Method", "tools/call",
      "Mcp-Name", tool
    };
  }

  static String modernCall(String id, String tool) {
    return modernCall(id, tool, "{}");
  }

  static String modernCall(String id, String tool, String arguments) {
    return """
    {"jsonrpc":"2.0","id":%s,"method":"tools/call","params":{"name":"%s","arguments":%s,\
    "_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",\
    "io.modelcontextprotocol/clientCapabilities":{}}}}\
    """
        .formatted(id, tool, arguments);
  }

  static String call(String id) {
    return "{\"jsonrpc\":\"2.0\",\"id\":"
        + id
        + ",\"method\":\"tools/call\",\"params\":{\"name\":\"t\"}}";
  }

  static final String INITIALIZE =
      """
      {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25",\
      "capabilities":{},"clientInfo":{"name":"c","version":"1"}}}\
      """;
}
