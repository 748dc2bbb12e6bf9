package dev.belay.tools.schema;

import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** Makes the schema of a tool's arguments (S4-42 … S4-49). */
public final class ArgumentSchema {
  private ArgumentSchema() {}

  /** {@return the schema of an object with these properties, in this order} */
  public static JsonSchema of(List<ArgumentSpec> arguments) {
    return new MadeSchema(new Arguments(List.copyOf(arguments)));
  }

  private record Arguments(List<ArgumentSpec> arguments) implements MadeSchema.Source {
    @Override
    public ObjectNode make(boolean strict) {
      return new ArgumentObject(arguments, strict).make();
    }
  }
}
