package dev.belay.tools.result;

import dev.belay.tools.check.ValueCheck;
import dev.belay.tools.schema.JsonSchema;
import dev.belay.tools.schema.OutputSchema;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a tool's output schema promises, which clients check (MCP 2026-07-28 §output-schema). */
final class Promise {
  private final @Nullable JsonSchema schema;
  private volatile @Nullable ValueCheck check;

  Promise(@Nullable JsonSchema schema) {
    this.schema = schema;
  }

  boolean isMade() {
    return schema != null;
  }

  /** {@return the same result} */
  ToolResult kept(ToolResult result) throws UnusableResultException {
    if (schema == null || result.isError()) {
      return result;
    }
    var structured = result.structured();
    if (structured == null) {
      throw new UnusableResultException(
          "The tool has an output schema, and returned a text or content alone. Return"
              + " ToolResult.text(text, data), or null where there is no result.");
    }
    var violations = check(schema).violations(structured);
    if (!violations.isEmpty()) {
      throw new UnusableResultException(
          "The tool returned what its output schema does not allow: " + violations.getFirst());
    }
    return result;
  }

  /**
   * {@return the success of a tool that returned null: an empty text (C4), and beside it the empty
   * object or list where the schema allows one, since clients expect structured content then}
   */
  ToolResult ofNothing() {
    if (schema != null) {
      var empty = JsonMapper.shared().createObjectNode();
      var wrapped = empty.objectNode();
      wrapped.putArray(OutputSchema.WRAPPED);
      for (var structured : List.<JsonNode>of(empty, wrapped)) {
        if (check(schema).violations(structured).isEmpty()) {
          return new ToolResult(List.of(), false, structured, null);
        }
      }
    }
    return ToolResult.text("");
  }

  private ValueCheck check(JsonSchema promised) {
    var made = check;
    if (made == null) {
      made = ValueCheck.of(promised);
      check = made;
    }
    return made;
  }
}
