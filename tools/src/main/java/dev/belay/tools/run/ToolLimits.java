package dev.belay.tools.run;

import dev.belay.core.call.EffectiveLimits;
import dev.belay.core.call.Limits;
import dev.belay.tools.declare.ToolDeclaration;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Limits of each tool's calls, from its author and its operator. */
@FunctionalInterface
public interface ToolLimits {
  /** {@return the limits of that tool's calls, before a call's own wish} */
  EffectiveLimits of(ToolDeclaration tool);

  /**
   * {@return limits that only a tool's author overrides}
   *
   * @param global for a tool whose author sets none; zero disables a limit (C6)
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
