package dev.belay.config;

import dev.belay.config.Settings.Row;
import dev.belay.core.call.EffectiveLimits;
import dev.belay.core.turn.ToolTimeouts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Lists every effective value and its origin, in the terms of {@code belay.yaml}. */
final class Explanation {
  private final Settings settings;
  private final Values root;
  private final LimitMerge merge;
  private final List<Row> rows = new ArrayList<>();

  Explanation(Settings settings) {
    this.settings = settings;
    root = settings.origins().values();
    merge = new LimitMerge(settings);
  }

  List<Row> rows() {
    section(root);
    root.in(AgentsSettings.MODELS).entries().values().forEach(this::section);
    root.in(AgentSettings.AGENTS).entries().values().forEach(this::section);
    var servers = root.in(ServerSettings.SERVERS);
    settings
        .servers()
        .values()
        .forEach(server -> section(servers.in(server.name()), merge.limits(server, List.of())));
    var tools = root.in(ToolSettings.TOOLS);
    for (var rule : settings.tools()) {
      boolean limited = rule.timeout() != null || rule.idleTimeout() != null;
      section(
          tools.in(rule.glob().pattern()),
          limited ? merge.limits(onlyServer(), List.of(rule)) : null);
    }
    return List.copyOf(rows);
  }

  /** {@return the server of the command line, whose flags hold for all tools; null without one} */
  private @Nullable ServerSettings onlyServer() {
    for (var server : settings.servers().values()) {
      if (server.fromCommandLine()) {
        return server;
      }
    }
    return null;
  }

  private void section(Values values) {
    section(values, values.section() == McpSettings.SECTION ? merge.limits(null, List.of()) : null);
  }

  /**
   * Lists the keys of a section, and entries named by users that are values.
   *
   * @param limits the merged and clamped limits of calls, if this section sets them
   */
  private void section(Values values, @Nullable EffectiveLimits limits) {
    for (var member : values.section().members()) {
      switch (member) {
        case Setting<?> setting
            when limits != null && setting.name().equals(McpSettings.TIMEOUT.name()) ->
            limits(values, limits);
        case Setting<?> setting
            when limits != null && setting.name().equals(McpSettings.IDLE_TIMEOUT.name()) -> {}
        case Setting<?> setting when setting.isTemplate() -> {}
        case Setting<?> setting when setting == AuthSettings.MODE -> {
          setting(setting, values);
          auth(values);
        }
        case Setting<?> setting -> setting(setting, values);
        case Section section -> inner(values.in(section));
      }
    }
  }

  private void inner(Values values) {
    var section = values.section();
    if (section.isInline()) {
      inline(values);
    } else if (section.names() == Section.Names.INDEX) {
      values.entries().values().forEach(this::inline);
    } else if (section.entry() instanceof Setting<?> each) {
      named(each, values);
    } else if (!section.hasRequired() || !values.isEmpty()) {
      section(values);
    }
  }

  private <T> void named(Setting<T> each, Values values) {
    if (each == TurnSettings.OVERRIDE) {
      overrides(values);
    } else {
      values
          .own()
          .forEach((name, said) -> row(values.path(name), values.shown(each, said), said.origin()));
    }
  }

  /** The built-in ones hold as well. */
  private void overrides(Values values) {
    var all = new TreeMap<String, Duration>(ToolTimeouts.BUILT_IN);
    all.putAll(settings.turns().overrides());
    all.forEach((tool, limit) ->
        row(
            values.path(tool),
            TurnSettings.OVERRIDE.codec().show(limit, null),
            settings.origins().of(values.path(tool))));
  }

  private void inline(Values values) {
    if (values.isEmpty()) {
      return;
    }
    var words = new StringJoiner(", ");
    for (var member : values.section().members()) {
      if (member instanceof Setting<?> setting) {
        var shown = values.shown(setting);
        if (shown != null) {
          words.add(setting.name() + " " + shown);
        }
      }
    }
    row(values.path(), words.toString(), values.at());
  }

  private <T> void setting(Setting<T> setting, Values values) {
    var shown = values.shown(setting);
    if (shown != null) {
      var said = values.said(setting);
      row(values.path(setting.name()), shown, said == null ? Origin.DEFAULT : said.origin());
    }
  }

  /** Not a key: who may call /mcp follows from three of them. */
  private void auth(Values values) {
    var auth = settings.auth();
    var origin =
        switch (auth.mode()) {
          case NONE -> "auth.mode is none";
          case TOKEN -> {
            var by = new StringJoiner(", ").setEmptyValue("no auth.tokens, no auth.oauth");
            if (auth.tokens().isConfigured()) {
              by.add("auth.tokens");
            }
            if (auth.oauth() != null) {
              by.add("auth.oauth");
            }
            yield by.toString();
          }
        };
    var held = auth.isRequired() ? "a token is required" : "open to this machine";
    rows.add(new Row(values.path("mode (on /mcp)"), held, origin));
  }

  private void limits(Values values, EffectiveLimits limits) {
    var timeout = limits.timeout();
    rows.add(new Row(values.path("timeout"), DurationText.show(timeout.value()), timeout.origin()));
    idle(values.path("idle_timeout"), limits.idleTimeout());
    // Not a key: it follows from the call's own limit, and encloses it (S0-35, C6).
    rows.add(
        new Row(
            values.path("timeout (over http)"),
            DurationText.show(HttpSettings.requestLimit(timeout.value())),
            "timeout + 30 s, 0 if that is 0"));
  }

  /** It was not set to 0: a default that could not end a call before its total limit is off. */
  private void idle(String key, EffectiveLimits.Part limit) {
    boolean isOff = limit.isNone() && limit.isUnset();
    rows.add(
        new Row(
            key,
            DurationText.show(limit.value()),
            isOff ? "default, off since the timeout comes first" : limit.origin()));
  }

  private void row(String key, String value, Origin origin) {
    rows.add(new Row(key, value, origin.toString()));
  }
}
