import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A legacy and a modern client of {@code belay serve}, for train-serve.sh, started from source: {@code Visit.java PORT [PREFIX]}, where
 * PREFIX stands before the names of tools.
 */
final class Visit {
  private static final String MODERN =
      "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
          + "\"io.modelcontextprotocol/clientInfo\":{\"name\":\"train\",\"version\":\"1\"},"
          + "\"io.modelcontextprotocol/clientCapabilities\":{}";
  private static final String BOTH = "Accept: application/json, text/event-stream";

  private final int port;
  private final String prefix;
  private int lastId;
  private String session = "";

  private Visit(int port, String prefix) {
    this.port = port;
    this.prefix = prefix;
  }

  public static void main(String[] args) throws IOException {
    var visit = new Visit(Integer.parseInt(args[0]), args.length < 2 ? "" : args[1]);
    visit.ask("GET /mcp", List.of(), "");
    for (int round = 0; round < 5; round++) {
      visit.legacy();
      visit.modern();
    }
  }

  private void legacy() throws IOException {
    session = "";
    call(
        "initialize",
        "\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"roots\":{}},"
            + "\"clientInfo\":{\"name\":\"train\",\"version\":\"1\"}");
    post("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
    call("tools/list", "");
    tool("echo", "\"arguments\":{\"text\":\"hello\"}");
    tool("progress", "\"arguments\":{},\"_meta\":{\"progressToken\":\"p\"}");
    tool("fail", "\"arguments\":{}");
    tool("hang", "\"arguments\":{},\"_meta\":{\"timeout\":50}");
    ask("DELETE /mcp", legacyHeaders(), "");
  }

  private void tool(String name, String rest) throws IOException {
    call("tools/call", "\"name\":\"" + prefix + name + "\"," + rest);
  }

  private void modern() throws IOException {
    session = "";
    modern("server/discover", "", "");
    modern("tools/list", "", "");
    modern("tools/call", "echo", "");
    modern("tools/call", "progress", ",\"progressToken\":\"p\"");
    modern("tools/call", "hang", ",\"timeout\":50");
  }

  private void modern(String method, String tool, String meta) throws IOException {
    var headers = new ArrayList<String>();
    headers.add("MCP-Protocol-Version: 2026-07-28");
    headers.add("Mcp-Method: " + method);
    var params = MODERN + meta + "}";
    if (!tool.isEmpty()) {
      headers.add("Mcp-Name: " + prefix + tool);
      params = "\"name\":\"" + prefix + tool + "\",\"arguments\":{}," + params;
    }
    send(request(method, params), headers, true);
  }

  private void call(String method, String params) throws IOException {
    send(request(method, params), legacyHeaders(), true);
  }

  private void post(String message) throws IOException {
    send(message, legacyHeaders(), false);
  }

  private String request(String method, String params) {
    lastId++;
    return "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"%s\",\"params\":{%s}}"
        .formatted(lastId, method, params);
  }

  private List<String> legacyHeaders() {
    return session.isEmpty()
        ? List.of()
        : List.of("Mcp-Session-Id: " + session, "MCP-Protocol-Version: 2025-11-25");
  }

  private void send(String message, List<String> headers, boolean isRequest) throws IOException {
    var all = new ArrayList<>(headers);
    all.add(BOTH);
    all.add("Content-Type: application/json");
    var answer = ask("POST /mcp", all, message);
    if (isRequest && !answer.contains("\"id\":" + lastId)) {
      throw new IOException("no answer to " + message + " but " + answer);
    }
  }

  /** Asks on a connection of its own, and reads to its end. */
  private String ask(String what, List<String> headers, String body) throws IOException {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(30_000);
      var head = new StringBuilder(what).append(" HTTP/1.1\r\nHost: 127.0.0.1\r\n");
      headers.forEach(header -> head.append(header).append("\r\n"));
      head.append("Connection: close\r\nContent-Length: ").append(body.length()).append("\r\n\r\n");
      socket.getOutputStream().write((head + body).getBytes(StandardCharsets.UTF_8));
      var in = new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8);
      var answer = new StringBuilder();
      for (var line : new BufferedReader(in).lines().toList()) {
        answer.append(line).append('\n');
        if (line.regionMatches(true, 0, "mcp-session-id:", 0, 15)) {
          session = line.substring(15).strip();
        }
      }
      return answer.toString();
    }
  }
}
