package dev.belay.config;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Warns of nested limits in the wrong order, with Belay's resolution (C6, S0-31). */
record LimitWarnings(Settings settings, Findings findings) {
  /** Clients without progress give up after this silence, so a keep-alive must come sooner. */
  private static final Duration CLIENT_PATIENCE = Duration.ofSeconds(60);

  private static final String TOOL_TIMEOUTS = "agents.defaults.toolTimeouts.";

  void report() {
    clamp("mcp.", null, List.of());
    unlimited("mcp.", null, List.of());
    for (var server : settings.servers().values()) {
      clamp(server.key(""), server, List.of());
      order(server.key(""), server, List.of());
      unlimited(server.key(""), server, List.of());
    }
    for (var rule : settings.tools()) {
      clamp(rule.key(""), null, List.of(rule));
      order(rule.key(""), null, List.of(rule));
      unlimited(rule.key(""), null, List.of(rule));
    }
    unlimitedTurns();
    patience(McpSettings.KEEP_ALIVE_FIRST, settings.mcp().keepAliveFirst());
    patience(McpSettings.KEEP_ALIVE_INTERVAL, settings.mcp().keepAliveInterval());
  }

  private void clamp(String path, @Nullable ServerSettings server, List<ToolSettings> rules) {
    var merge = new LimitMerge(settings);
    var timeout = merge.timeout(server, rules);
    var idle = merge.idleTimeout(server, rules);
    // A default gives way silently, and "no idle limit" is a choice, not a mistake.
    var chosen = !idle.origin().equals(Origin.DEFAULT) && !idle.isNone();
    var here = isSet(path + "timeout") || isSet(path + "idle_timeout");
    if (chosen && here && idle.isLongerThan(timeout)) {
      findings.warn(
          idle.origin(),
          path + "idle_timeout",
          "idle limit (%s s) > total limit (%s s, %s); clamped to %s s"
              .formatted(
                  DurationText.show(idle.value()),
                  DurationText.show(timeout.value()),
                  timeout.origin(),
                  DurationText.show(timeout.value())));
    }
  }

  private void order(String path, @Nullable ServerSettings server, List<ToolSettings> rules) {
    var merge = new LimitMerge(settings);
    var global = merge.timeout(null, List.of());
    var own = merge.timeout(server, rules);
    if (isSet(path + "timeout") && isSet("mcp.timeout") && own.isLongerThan(global)) {
      findings.warn(
          own.origin(),
          path + "timeout",
          "is longer than mcp.timeout (%s s, %s), which it replaces"
              .formatted(DurationText.show(global.value()), global.origin()));
    }
  }

  /** A choice, but one whose price shows only when something hangs (S0-16). */
  private void unlimited(String path, @Nullable ServerSettings server, List<ToolSettings> rules) {
    var merge = new LimitMerge(settings);
    var timeout = merge.timeout(server, rules);
    var idle = merge.idleTimeout(server, rules);
    if (!timeout.isNone()) {
      return;
    }
    if (idle.isNone() && (isSet(path + "timeout") || isSet(path + "idle_timeout"))) {
      var key = path + (isSet(path + "timeout") ? "timeout" : "idle_timeout");
      findings.warn(
          settings.origins().of(key),
          key,
          "with no limit on either time, a call that hangs is never ended");
    } else if (!idle.isNone() && isSet(path + "timeout")) {
      findings.warn(
          timeout.origin(),
          path + "timeout",
          "without a total limit, a call that keeps reporting progress is never ended");
    }
  }

  /** A built-in 0 leaves the tool a limit of its own; a user's 0 may leave none (C7). */
  private void unlimitedTurns() {
    if (settings.mcp().timeout().isPositive()) {
      return;
    }
    var turns = settings.turns();
    unlimitedTurn(TOOL_TIMEOUTS + TurnSettings.DEFAULT_MS.name(), turns.silence());
    turns
        .overrides()
        .forEach((tool, silence) ->
            unlimitedTurn(TOOL_TIMEOUTS + TurnSettings.OVERRIDES.name() + "." + tool, silence));
  }

  private void unlimitedTurn(String path, Duration silence) {
    if (silence.isZero()) {
      findings.warn(
          settings.origins().of(path),
          path,
          "with mcp.timeout 0 as well, only a cancel ends a call in a turn that hangs, unless its"
              + " tool has a limit of its own");
    }
  }

  private void patience(Setting<Duration> key, Duration value) {
    if (value.compareTo(CLIENT_PATIENCE) >= 0) {
      var path = "mcp." + key.name();
      findings.warn(
          settings.origins().of(path), path, "is too late for clients that give up after 60 s");
    }
  }

  private boolean isSet(String key) {
    return !settings.origins().of(key).equals(Origin.DEFAULT);
  }
}
