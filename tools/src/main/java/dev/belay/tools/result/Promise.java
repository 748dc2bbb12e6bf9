package dev.belay.tools.result;

import dev.belay.tools.check.ValueCheck;
import dev.belay.tools.schema.JsonSchema;
import org.jspecify.annotations.Nullable;

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
          "The tool returned nothing that fits its output schema. Where it may have no result,"
              + " declare that it returns Optional: then it has no output schema.");
    }
    var violations = check(schema).violations(structured);
    if (!violations.isEmpty()) {
      throw new UnusableResultException(
          "The tool returned what its output schema does not allow: " + violations.getFirst());
    }
    return result;
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
