package dev.belay.mcp.client;

import java.nio.charset.StandardCharsets;

/** Messages in the form used by the tests. */
final class Said {
  static final String META =
      "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
          + "\"io.modelcontextprotocol/clientCapabilities\":{}}";
  static final String INITIALIZED =
      "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}";
  static final String ROOTS_CHANGED =
      "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/roots/list_changed\"}";

  private Said() {}

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static String request(Object id, String method, String params) {
    return "{\"jsonrpc\":\"2.0\",\"id\":%s,\"method\":\"%s\",\"params\":{%s}}"
        .formatted(id, method, params);
  }

  static byte[] legacy(Object id, String method) {
    return utf8(request(id, method, "\"name\":\"t\""));
  }

  static byte[] modern(Object id, String method, String params) {
    return utf8(request(id, method, params + (params.isEmpty() ? "" : ",") + META));
  }

  static byte[] initialize(Object id) {
    return utf8(request(id, "initialize", "\"protocolVersion\":\"2025-11-25\""));
  }

  static byte[] cancelled(Object id) {
    return utf8(
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":%s}}"
            .formatted(id));
  }

  static String result(Object id, String members) {
    return "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{%s}}".formatted(id, members);
  }

  static String error(Object id, int code) {
    return "{\"jsonrpc\":\"2.0\",\"id\":%s,\"error\":{\"code\":%d,\"message\":\"m\"}}"
        .formatted(id, code);
  }

  /** Returns the answer to an {@code initialize}. */
  static String opened(Object id) {
    return result(id, "\"protocolVersion\":\"2025-11-25\",\"capabilities\":{}");
  }
}
