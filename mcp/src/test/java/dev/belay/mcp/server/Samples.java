package dev.belay.mcp.server;

import static java.nio.charset.StandardCharsets.UTF_8;

/** Definitions and results served in tests. */
final class Samples {
  static final byte[] OK = json("{\"content\":[]}");

  private Samples() {}

  static byte[] json(String text) {
    return text.getBytes(UTF_8);
  }

  static String text(byte[] json) {
    return new String(json, UTF_8);
  }

  static byte[] tool(String name) {
    return json("{\"name\":\"" + name + "\",\n\"inputSchema\":{\"type\":\"object\"}}");
  }

  static byte[] resource(String uri) {
    return json("{\"uri\":\"" + uri + "\",\"name\":\"r\"}");
  }

  static McpServerBuilder server() {
    return McpServer.named("test", "1");
  }

  static McpServer serving(Handler handler) {
    return server().logging().tool(tool("t"), handler).build();
  }

  static String call(String members) {
    return "{\"name\":\"t\"" + (members.isEmpty() ? "" : ",") + members + "}";
  }

  static String error(int code) {
    return "\"error\":{\"code\":" + code + ",";
  }
}
