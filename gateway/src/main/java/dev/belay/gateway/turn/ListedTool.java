package dev.belay.gateway.turn;

import dev.belay.mcp.envelope.JsonObject;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A tool on the list of the servers. */
record ListedTool(Declared declared, OfferedTool offered) {
  private static final String ANY_ARGUMENTS = "{\"type\":\"object\"}";

  /** {@return the tool in an item of the list; null if the item is none} */
  static @Nullable ListedTool of(byte[] item) {
    var tool = JsonObject.of(item);
    var name = tool == null ? null : tool.text("name");
    if (tool == null || name == null) {
      return null;
    }
    var description = tool.text("description");
    var schema = tool.raw("inputSchema");
    return new ListedTool(
        Declared.of(tool.object("annotations")),
        new OfferedTool(
            name,
            description == null ? "" : description,
            schema == null ? ANY_ARGUMENTS : new String(schema, StandardCharsets.UTF_8)));
  }

  /** {@return its approximate size in bytes} */
  long size() {
    return 2L
        * (offered.name().length()
            + offered.description().length()
            + offered.inputSchema().length());
  }
}
