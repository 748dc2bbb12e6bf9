package dev.belay.tools.run;

import dev.belay.core.call.EffectiveLimits;
import dev.belay.core.call.Limits;
import dev.belay.tools.declare.ToolDeclaration;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The limits of each tool's calls, as its author and whoever runs it decide. */
@FunctionalInterface
public interface ToolLimits {
  /** {@return the limits of that tool's calls, before the wish of a call} */
  EffectiveLimits of(ToolDeclaration tool);

  /**
   * {@return limits where only the author may say otherwise}
   *
   * @param global what holds for a tool whose author says nothing; zero is no such limit (C6)
   */
  static ToolLimits global(Limits global) {
    return tool ->
        EffectiveLimits.clamped(
            part(tool.terms().timeout(), global.timeout(), "the tool's timeout"),
            part(tool.terms().idleTimeout(), global.idleTimeout(), "the tool's idleTimeout"));
  }

  private static EffectiveLimits.Part part(
      @Nullable Duration declared, Duration global, String lever) {
    return declared == null
        ? new EffectiveLimits.Part(global, EffectiveLimits.Part.UNSET, lever)
        : new EffectiveLimits.Part(declared, "the tool itself", lever);
  }
}
