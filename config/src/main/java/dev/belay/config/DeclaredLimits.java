package dev.belay.config;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What the author of a tool of this program says of its limits.
 *
 * @param tool the pattern under which a configuration would say otherwise
 * @param timeout from start to end; zero is no limit, null is not said
 * @param idleTimeout the longest silence; zero is no limit, null is not said
 */
public record DeclaredLimits(
    String tool, @Nullable Duration timeout, @Nullable Duration idleTimeout) {
  /** Where a limit is from that the author has set. */
  private static final Origin ORIGIN = Origin.named("the tool itself");

  @Nullable EffectiveLimit of(Setting<Duration> key) {
    var value = key == McpSettings.TIMEOUT ? timeout : idleTimeout;
    return value == null
        ? null
        : new EffectiveLimit(value, ORIGIN, ToolSettings.path(tool) + "." + key.name());
  }
}
