package dev.belay.bench.http;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A client of a running gateway that repeats one call, in a legacy session or without one.
 *
 * @param headers of each request
 * @param call the message, with {@link #ID} in place of its id
 */
public record EchoSession(RunningGateway gateway, Map<String, String> headers, String call) {
  /** Stands for the id, which must differ from call to call. */
  public static final String ID = "ID";

  private static final Pattern NAME = Pattern.compile("\"name\":\"([^\"]*)\"");

  private static final String INITIALIZE =
      "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
          + "\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"bench\","
          + "\"version\":\"1\"}}}";
  private static final String INITIALIZED =
      "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}";

  /** Opens a session, and checks the answer of one call. */
  public static EchoSession open(RunningGateway gateway) throws IOException {
    var session = connect(gateway);
    session.look();
    return session;
  }

  /** Opens a session. */
  public static EchoSession connect(RunningGateway gateway) throws IOException {
    var headers = new HashMap<String, String>();
    try (var connection = new KeptConnection(gateway.address())) {
      var opened = connection.exchange(connection.post(INITIALIZE, headers));
      check(opened);
      var id = opened.headers().get("mcp-session-id");
      if (id != null) {
        headers.put("Mcp-Session-Id", id);
      }
      headers.put("MCP-Protocol-Version", "2025-11-25");
      var _ = connection.exchange(connection.post(INITIALIZED, headers));
    }
    var call =
        "{\"jsonrpc\":\"2.0\",\"id\":ID,\"method\":\"tools/call\",\"params\":"
            + gateway.gateway().echo()
            + "}";
    return new EchoSession(gateway, Map.copyOf(headers), call);
  }

  /** {@return a modern client, after a check of the answer of one call} */
  static EchoSession modern(RunningGateway gateway) throws IOException {
    var params = gateway.gateway().echo();
    var named = NAME.matcher(params);
    if (!named.find()) {
      throw new IllegalArgumentException("a call of no tool: " + params);
    }
    var call =
        "{\"jsonrpc\":\"2.0\",\"id\":ID,\"method\":\"tools/call\",\"params\":"
            + params.substring(0, params.length() - 1)
            + ","
            + modernMeta("")
            + "}}";
    var client = new EchoSession(gateway, modernHeaders(named.group(1)), call);
    client.look();
    return client;
  }

  /**
   * {@return the {@code _meta} of a modern request}
   *
   * @param more members, each followed by a comma
   */
  static String modernMeta(String more) {
    return "\"_meta\":{"
        + more
        + "\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
        + "\"io.modelcontextprotocol/clientCapabilities\":{},"
        + "\"io.modelcontextprotocol/clientInfo\":{\"name\":\"bench\",\"version\":\"1\"}}";
  }

  /** {@return the headers of a modern call of that tool} */
  static Map<String, String> modernHeaders(String tool) {
    return Map.of(
        "MCP-Protocol-Version", "2026-07-28", "Mcp-Method", "tools/call", "Mcp-Name", tool);
  }

  /** Makes one call and checks that its answer is a result. */
  public void look() throws IOException {
    try (var connection = new KeptConnection(gateway.address())) {
      check(connection.exchange(connection.post(call.replace(ID, "1"), headers)));
    }
  }

  /** {@return the same session with that message to repeat} */
  public EchoSession sending(String message) {
    return new EchoSession(gateway, headers, message);
  }

  private static void check(KeptConnection.Answer answer) throws IOException {
    if (answer.status() != 200 || !answer.body().contains("\"result\"")) {
      throw new IOException("answered with " + answer.status() + ": " + answer.body());
    }
  }

  /** {@return the id of the session; empty if the server gave none} */
  String id() {
    return headers.getOrDefault("Mcp-Session-Id", "");
  }
}
