package dev.belay.tools.run;

import dev.belay.core.call.Limit;
import dev.belay.core.call.Limits;
import dev.belay.tools.declare.ToolDeclaration;
import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How long a tool's calls may take, of all who have a say in it: what is configured for the tool,
 * then its author, then what is configured for all. Each of the two limits is decided by itself,
 * and clamped at the end.
 */
@FunctionalInterface
public interface ToolLimits {
  /**
   * What one place says; null is nothing, zero is no such limit (C6).
   *
   * @param timeout from start to end
   * @param idleTimeout the longest silence
   */
  record Said(@Nullable Duration timeout, @Nullable Duration idleTimeout) {
    /** Nothing. */
    public static final Said NOTHING = new Said(null, null);
  }

  /** {@return the limits of that tool's calls, before the wish of a call} */
  Limits of(ToolDeclaration tool);

  /** {@return what a person changes to lift a limit, for the text of a call that it has ended} */
  default String lever(ToolDeclaration tool, Limit limit) {
    return switch (limit) {
      case IDLE -> "the tool's idleTimeout";
      case TOTAL -> "the tool's timeout";
    };
  }

  /** {@return limits where only the author may say otherwise} */
  static ToolLimits global(Limits global) {
    return configured(_ -> Said.NOTHING, global);
  }

  /** {@return limits where {@code byTool} comes before the author, and {@code global} after} */
  static ToolLimits configured(Function<ToolDeclaration, Said> byTool, Limits global) {
    return tool -> {
      var configured = byTool.apply(tool);
      var terms = tool.terms();
      var timeout = first(configured.timeout(), terms.timeout(), global.timeout());
      var idle = first(configured.idleTimeout(), terms.idleTimeout(), global.idleTimeout());
      // A longer silence than all of it could end no call first, and would be blamed for the end.
      boolean isVain = timeout.isPositive() && idle.compareTo(timeout) > 0;
      return new Limits(timeout, isVain ? Duration.ZERO : idle);
    };
  }

  private static Duration first(
      @Nullable Duration configured, @Nullable Duration declared, Duration global) {
    if (configured != null) {
      return configured;
    }
    return declared != null ? declared : global;
  }
}
