package dev.belay.gateway.config;

import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Merges one limit at a time: glob, then server, then {@code mcp}; the first that is set counts.
 */
record LimitMerge(Settings settings) {
  EffectiveLimits limits(@Nullable ServerSettings server, List<ToolSettings> rules) {
    return EffectiveLimits.clamped(timeout(server, rules), idleTimeout(server, rules));
  }

  EffectiveLimit timeout(@Nullable ServerSettings server, List<ToolSettings> rules) {
    return merged(
        Keys.TIMEOUT,
        rules,
        ToolSettings::timeout,
        server,
        ServerSettings::timeout,
        settings.mcp().timeout());
  }

  EffectiveLimit idleTimeout(@Nullable ServerSettings server, List<ToolSettings> rules) {
    var idle = settings.mcp().idleTimeout();
    return merged(
        Keys.IDLE_TIMEOUT,
        rules,
        ToolSettings::idleTimeout,
        server,
        ServerSettings::idleTimeout,
        idle == null ? McpSettings.UPSTREAM_IDLE : idle);
  }

  private EffectiveLimit merged(
      Key<Duration> key,
      List<ToolSettings> rules,
      Function<ToolSettings, @Nullable Duration> ofRule,
      @Nullable ServerSettings server,
      Function<ServerSettings, @Nullable Duration> ofServer,
      Duration global) {
    for (var rule : rules) {
      var value = ofRule.apply(rule);
      if (value != null) {
        return limit(value, rule.key(key.name()), rule.key(key.name()));
      }
    }
    var globalKey = Keys.MCP + "." + key.name();
    if (server == null) {
      return limit(global, globalKey, globalKey);
    }
    var value = ofServer.apply(server);
    return value == null
        ? limit(global, globalKey, server.lever(key.name()) + " or " + globalKey)
        : limit(value, server.key(key.name()), server.lever(key.name()));
  }

  private EffectiveLimit limit(Duration value, String key, String lever) {
    return new EffectiveLimit(value, settings.origins().of(key), lever);
  }
}
