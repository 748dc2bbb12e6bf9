package dev.belay.config;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The limits that the author of a tool of this program declares, and how its calls run.
 *
 * @param tool the pattern under which a configuration would override them
 * @param timeout from start to end; zero is no limit, null is undeclared
 * @param idleTimeout the longest silence; zero is no limit, null is undeclared
 * @param async whether calls become jobs at once
 * @param estimate expected duration of a call; null is undeclared
 */
public record DeclaredLimits(
    String tool,
    @Nullable Duration timeout,
    @Nullable Duration idleTimeout,
    boolean async,
    @Nullable Duration estimate) {
  /** The origin of a declared limit. */
  private static final Origin ORIGIN = Origin.named("the tool itself");

  /** Declares limits of calls that become jobs as those of servers do. */
  public DeclaredLimits(String tool, @Nullable Duration timeout, @Nullable Duration idleTimeout) {
    this(tool, timeout, idleTimeout, /* async= */ false, null);
  }

  @Nullable EffectiveLimit of(Setting<Duration> key) {
    var value = key == McpSettings.TIMEOUT ? timeout : idleTimeout;
    return value == null
        ? null
        : new EffectiveLimit(value, ORIGIN, ToolSettings.path(tool) + "." + key.name());
  }
}
