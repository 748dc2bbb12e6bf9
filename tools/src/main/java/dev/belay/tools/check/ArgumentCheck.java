package dev.belay.tools.check;

import dev.belay.tools.schema.JsonSchema;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Checks the arguments of one tool's calls.
 *
 * <p>The first call reads the schema and loads the validator. Safe for use by many threads.
 */
public final class ArgumentCheck {
  private final JsonSchema schema;
  private final ArgumentBounds bounds;
  private volatile @Nullable Loaded loaded;

  private ArgumentCheck(JsonSchema schema, ArgumentBounds bounds) {
    this.schema = schema;
    this.bounds = bounds;
  }

  /** {@return a check against that schema} */
  public static ArgumentCheck of(JsonSchema schema, ArgumentBounds bounds) {
    return new ArgumentCheck(schema, bounds);
  }

  /** {@return the arguments given as {@code json}, or everything that is wrong with them} */
  public Checked check(byte[] json) {
    return switch (new ArgumentReader(bounds).read(json)) {
      case ArgumentReader.Unreadable(Violation why) -> new Checked.Rejected(List.of(why));
      case ArgumentReader.Read(ObjectNode arguments) -> loaded().check(arguments);
    };
  }

  /** Two threads with the first call at once both load it; either result will do. */
  private Loaded loaded() {
    var found = loaded;
    if (found == null) {
      found = Loaded.of(schema);
      loaded = found;
    }
    return found;
  }

  /** A class of its own, since verifying code that handles trees loads their classes. */
  private record Loaded(ValueCheck validator, Leniency leniency) {
    static Loaded of(JsonSchema schema) {
      var checked = schema.checked();
      return new Loaded(new ValueCheck(checked), new Leniency(checked));
    }

    Checked check(ObjectNode arguments) {
      leniency.mend(arguments);
      var violations = validator.violations(arguments);
      if (!violations.isEmpty()) {
        return new Checked.Rejected(violations);
      }
      leniency.fill(arguments);
      return new Checked.Accepted(arguments);
    }
  }
}
