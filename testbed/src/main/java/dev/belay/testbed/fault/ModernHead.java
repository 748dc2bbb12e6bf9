package dev.belay.testbed.fault;

import dev.belay.testkit.http.Head;
import dev.belay.testkit.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** Checks the header fields of a modern request (MCP 2026-07-28 §transports). */
final class ModernHead {
  private static final String BASE64 = "=?base64?";

  private ModernHead() {}

  /** {@return the fault in the head of a request that claims a revision; empty if there is none} */
  static String problem(Head head, Json message) {
    var params = message.at("params");
    if (!head.field("MCP-Protocol-Version").equals(Era.claimed(params))) {
      return "MCP-Protocol-Version does not match the body";
    }
    if (!head.field("Mcp-Method").equals(message.at("method").text())) {
      return "Mcp-Method does not match the body";
    }
    var named =
        switch (message.at("method").text()) {
          case "tools/call", "prompts/get" -> params.at("name").text();
          case "resources/read" -> params.at("uri").text();
          default -> "";
        };
    return named.isEmpty() || decoded(head.field("Mcp-Name")).equals(named)
        ? ""
        : "Mcp-Name does not match the body";
  }

  /** {@return the HTTP status of an error that is the whole answer to a modern request} */
  static int status(int code) {
    return switch (code) {
      case -32601 -> 404;
      case -32700, -32600, -32020, -32021, -32022 -> 400;
      default -> 200;
    };
  }

  private static String decoded(String value) {
    if (!value.startsWith(BASE64) || !value.endsWith("?=")) {
      return value;
    }
    var digits = value.substring(BASE64.length(), value.length() - 2);
    try {
      return new String(Base64.getDecoder().decode(digits), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException _) {
      return value;
    }
  }
}
