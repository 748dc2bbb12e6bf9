package dev.belay.config;

import dev.belay.core.call.EffectiveLimits;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Merges one limit at a time: an option of the command line, then glob, then the tool's author,
 * then server, then {@code mcp}; the first that is set counts.
 *
 * <p>A limit on the command line is meant for the calls made now, whatever a file says about some
 * tools.
 *
 * @param declared the declaration of the author of a tool of this program; null for a tool of an
 *     upstream
 */
record LimitMerge(Settings settings, @Nullable DeclaredLimits declared) {
  LimitMerge(Settings settings) {
    this(settings, null);
  }

  EffectiveLimits limits(@Nullable ServerSettings server, List<ToolSettings> rules) {
    return EffectiveLimits.clamped(
        timeout(server, rules).part(), idleTimeout(server, rules).part());
  }

  EffectiveLimit timeout(@Nullable ServerSettings server, List<ToolSettings> rules) {
    return merged(
        McpSettings.TIMEOUT,
        rules,
        ToolSettings::timeout,
        server,
        ServerSettings::timeout,
        settings.mcp().timeout());
  }

  EffectiveLimit idleTimeout(@Nullable ServerSettings server, List<ToolSettings> rules) {
    var idle = settings.mcp().idleTimeout();
    return merged(
        McpSettings.IDLE_TIMEOUT,
        rules,
        ToolSettings::idleTimeout,
        server,
        ServerSettings::idleTimeout,
        idle == null ? unsetIdle() : idle);
  }

  private Duration unsetIdle() {
    return declared == null ? McpSettings.UPSTREAM_IDLE : McpSettings.TOOL_IDLE;
  }

  private EffectiveLimit merged(
      Setting<Duration> key,
      List<ToolSettings> rules,
      Function<ToolSettings, @Nullable Duration> ofRule,
      @Nullable ServerSettings server,
      Function<ServerSettings, @Nullable Duration> ofServer,
      Duration global) {
    var globalKey = "mcp." + key.name();
    var typed = server == null ? null : typed(ofServer.apply(server), server.key(key.name()));
    if (typed == null) {
      typed = typed(global, globalKey);
    }
    if (typed != null) {
      return typed;
    }
    for (var rule : rules) {
      var value = ofRule.apply(rule);
      if (value != null) {
        return limit(value, rule.key(key.name()), rule.key(key.name()));
      }
    }
    var ofAuthor = declared == null ? null : declared.of(key);
    if (ofAuthor != null) {
      return ofAuthor;
    }
    if (server == null) {
      return limit(global, globalKey, globalKey);
    }
    var value = ofServer.apply(server);
    return value == null
        ? limit(global, globalKey, server.lever(key.name()) + " or " + globalKey)
        : limit(value, server.key(key.name()), server.lever(key.name()));
  }

  /** {@return the limit from the command line; null if there is none} */
  private @Nullable EffectiveLimit typed(@Nullable Duration value, String key) {
    var origin = settings.origins().of(key);
    return value != null && origin.isFlag()
        ? new EffectiveLimit(value, origin, origin.name())
        : null;
  }

  private EffectiveLimit limit(Duration value, String key, String lever) {
    return new EffectiveLimit(value, settings.origins().of(key), lever);
  }
}
