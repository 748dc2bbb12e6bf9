package dev.belay.tools.serve;

import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.JsonString;
import dev.belay.tools.annotation.ApprovalNeed;
import dev.belay.tools.declare.Icon;
import dev.belay.tools.declare.ToolDeclaration;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;

/** Writes a tool as in {@code tools/list} (S4-50), with all hints, false ones included. */
final class ListedDefinition {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream(512);

  private ListedDefinition() {}

  /** Writes a definition; makes its schemas if they are not made yet. */
  static byte[] of(ToolDeclaration tool) {
    var json = new ListedDefinition();
    var hints = tool.hints();
    json.raw("{").text("name", tool.name());
    if (hints.title() != null) {
      json.raw(",").text("title", hints.title());
    }
    json.raw(",").text("description", tool.description());
    json.raw(",\"inputSchema\":").raw(tool.inputSchema().bytes());
    if (tool.outputSchema() != null) {
      json.raw(",\"outputSchema\":").raw(tool.outputSchema().bytes());
    }
    json.raw(",\"annotations\":{");
    if (hints.title() != null) {
      json.text("title", hints.title()).raw(",");
    }
    json.raw("\"readOnlyHint\":" + hints.readOnly())
        .raw(",\"destructiveHint\":" + hints.destructive())
        .raw(",\"idempotentHint\":" + hints.idempotent())
        .raw(",\"openWorldHint\":" + hints.openWorld())
        .raw("}");
    json.icons(tool.listing().icons());
    json.meta(tool);
    return json.raw("}").out.toByteArray();
  }

  private void icons(List<Icon> icons) {
    if (icons.isEmpty()) {
      return;
    }
    raw(",\"icons\":[");
    var separator = "";
    for (var icon : icons) {
      raw(separator).raw("{").text("src", icon.src().toString());
      separator = ",";
      if (icon.mimeType() != null) {
        raw(",").text("mimeType", icon.mimeType());
      }
      if (!icon.sizes().isEmpty()) {
        raw(",\"sizes\":[");
        raw(icon.sizes().stream().map(JsonString::quote).collect(Collectors.joining(",")));
        raw("]");
      }
      if (icon.theme() != null) {
        raw(",").text("theme", icon.theme().wire());
      }
      raw("}");
    }
    raw("]");
  }

  private void meta(ToolDeclaration tool) {
    var own = tool.listing().meta();
    var given = own == null ? null : JsonObject.of(own.getBytes(StandardCharsets.UTF_8));
    var all = given == null ? JsonObject.empty() : given;
    switch (tool.terms().approval()) {
      case NONE -> {}
      case ASK -> all.setText(ApprovalNeed.META, "ask");
      case PERSON -> all.setText(ApprovalNeed.META, "person");
    }
    if (!all.isEmpty()) {
      raw(",\"_meta\":").raw(all.json());
    }
  }

  private ListedDefinition text(String key, String value) {
    return raw(JsonString.quote(key)).raw(":").raw(JsonString.quote(value));
  }

  private ListedDefinition raw(String json) {
    return raw(json.getBytes(StandardCharsets.UTF_8));
  }

  private ListedDefinition raw(byte[] json) {
    out.writeBytes(json);
    return this;
  }
}
