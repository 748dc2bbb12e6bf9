package dev.belay.testkit.client;

import dev.belay.testkit.json.Json;

/** Writes messages; ids and params are JSON already. */
final class Messages {
  private Messages() {}

  static String request(String id, String method, String params) {
    return "{\"jsonrpc\":\"2.0\",\"id\":"
        + id
        + ",\"method\":"
        + Json.quote(method)
        + ",\"params\":"
        + params
        + "}";
  }

  static String notification(String method, String params) {
    return "{\"jsonrpc\":\"2.0\",\"method\":" + Json.quote(method) + ",\"params\":" + params + "}";
  }

  /** {@return the params of {@code initialize}} */
  static String greeting(String revision, String capabilities) {
    return "{\"protocolVersion\":"
        + Json.quote(revision)
        + ",\"capabilities\":"
        + capabilities
        + ",\"clientInfo\":{\"name\":\"scripted\",\"version\":\"1\"}}";
  }
}
