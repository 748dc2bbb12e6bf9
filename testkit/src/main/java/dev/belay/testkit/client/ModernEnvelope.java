package dev.belay.testkit.client;

import dev.belay.testkit.http.Head;
import dev.belay.testkit.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** Metadata of a modern request, in its body and in its head (MCP 2026-07-28). */
final class ModernEnvelope {
  private ModernEnvelope() {}

  /** {@return {@code params} with the envelope's members before its own in {@code _meta}} */
  static String stamp(String params, String revision, String capabilities) {
    var envelope =
        "\"io.modelcontextprotocol/protocolVersion\":"
            + Json.quote(revision)
            + ",\"io.modelcontextprotocol/clientCapabilities\":"
            + capabilities;
    var meta = Json.parse(params).at("_meta");
    if (!meta.present()) {
      return prepend("\"_meta\":{" + envelope + "}", params);
    }
    return params.replace(meta.raw(), prepend(envelope, meta.raw()));
  }

  /** {@return the header fields that repeat the method and the name} */
  static List<Head.Field> fields(String method, String params) {
    var fields = new ArrayList<Head.Field>();
    fields.add(new Head.Field("Mcp-Method", method));
    var name =
        switch (method) {
          case "tools/call", "prompts/get" -> Json.parse(params).at("name").text();
          case "resources/read" -> Json.parse(params).at("uri").text();
          default -> "";
        };
    if (!name.isEmpty()) {
      fields.add(new Head.Field("Mcp-Name", encoded(name)));
    }
    return fields;
  }

  private static String encoded(String value) {
    if (value.matches("[!-~]([ -~]*[!-~])?") && !value.startsWith("=?base64?")) {
      return value;
    }
    var bytes = value.getBytes(StandardCharsets.UTF_8);
    return "=?base64?" + Base64.getEncoder().encodeToString(bytes) + "?=";
  }

  private static String prepend(String members, String object) {
    var rest = object.strip().substring(1);
    return "{" + members + (rest.strip().equals("}") ? "" : ",") + rest;
  }
}
