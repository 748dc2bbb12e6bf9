package dev.belay.tools.run;

import dev.belay.core.lane.Lane;
import dev.belay.tools.declare.LaneKey;
import dev.belay.tools.declare.ToolDeclaration;
import tools.jackson.databind.node.ObjectNode;

/**
 * Lane of a call (C19): the tool's own; exclusive if it may destroy something and names none. A key
 * may refer to arguments, as in {@code file:{path}}, so that calls collide only over the same
 * resource.
 */
final class LaneOf {
  private static final String PARALLEL = "parallel";

  private LaneOf() {}

  /** {@return whether every call of that tool may run beside all other parallel calls} */
  static boolean isAlwaysParallel(ToolDeclaration tool) {
    return tool.terms().concurrency().equals(PARALLEL) && !tool.hints().destructive();
  }

  static Lane of(ToolDeclaration tool, ObjectNode arguments) {
    return switch (tool.terms().concurrency()) {
      case PARALLEL -> tool.hints().destructive() ? new Lane.Exclusive() : new Lane.Parallel();
      case "exclusive" -> new Lane.Exclusive();
      case String key ->
          new Lane.Keyed(
              LaneKey.of(key, arguments),
              tool.hints().readOnly() ? Lane.Access.READ : Lane.Access.WRITE);
    };
  }
}
