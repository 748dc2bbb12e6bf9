package dev.belay.gateway.config;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;

/** Lists every effective value and its origin, in the words of {@code belay.yaml}. */
final class Explanation {
  private final Settings settings;
  private final LimitMerge merge;
  private final List<Row> rows = new ArrayList<>();

  Explanation(Settings settings) {
    this.settings = settings;
    merge = new LimitMerge(settings);
  }

  List<Row> rows() {
    global();
    settings.servers().values().forEach(this::server);
    settings.tools().forEach(this::tools);
    return List.copyOf(rows);
  }

  private void global() {
    var mcp = settings.mcp();
    limits("mcp.", merge.limits(null, List.of()));
    seconds("mcp.cancel_grace", mcp.cancelGrace());
    seconds("mcp.startup_timeout", mcp.startupTimeout());
    seconds("mcp.keep_alive_first", mcp.keepAliveFirst());
    seconds("mcp.keep_alive_interval", mcp.keepAliveInterval());
    row("mcp.max_line_bytes", Integer.toString(mcp.maxLineBytes()));
  }

  private void server(ServerSettings server) {
    row(server.key("command"), server.command());
    if (!server.args().isEmpty()) {
      row(server.key("args"), args(server));
    }
    for (var name : server.env().keySet()) {
      // Keys and passwords live here, and what is shown ends up in bug reports.
      row(server.key("env") + "." + name, "(hidden)");
    }
    if (server.cwd() != null) {
      row(server.key("cwd"), server.cwd().toString());
    }
    limits(server.key(""), merge.limits(server, List.of()));
    inherited(server.key("startup_timeout"), "mcp.startup_timeout", server.startupTimeout());
    inherited(server.key("cancel_grace"), "mcp.cancel_grace", server.cancelGrace());
    row(server.key("isolation"), Choice.show(server.isolation()));
  }

  private String args(ServerSettings server) {
    var shown = new StringJoiner(" ");
    for (var i = 0; i < server.args().size(); i++) {
      var key = server.key("args") + "[" + i + "]";
      shown.add("'" + settings.origins().shown(key, server.args().get(i)) + "'");
    }
    return shown.toString();
  }

  private void tools(ToolSettings rule) {
    if (rule.timeout() != null || rule.idleTimeout() != null) {
      limits(rule.key(""), merge.limits(null, List.of(rule)));
    }
    if (rule.concurrency() != null) {
      row(rule.key("concurrency"), Choice.show(rule.concurrency()));
    }
    if (rule.scope() != null) {
      row(rule.key("scope"), Choice.show(rule.scope()));
    }
  }

  private void limits(String prefix, EffectiveLimits limits) {
    rows.add(limit(prefix + "timeout", limits.timeout()));
    rows.add(limit(prefix + "idle_timeout", limits.idleTimeout()));
  }

  private static Row limit(String key, EffectiveLimit limit) {
    return new Row(key, Span.show(limit.value()), limit.origin().toString());
  }

  private void inherited(String key, String from, Duration value) {
    var own = settings.origins().of(key);
    var origin = own.equals(Origin.DEFAULT) ? settings.origins().of(from) : own;
    rows.add(new Row(key, Span.show(value), origin.toString()));
  }

  private void seconds(String key, Duration value) {
    row(key, Span.show(value));
  }

  private void row(String key, String value) {
    var origins = settings.origins();
    rows.add(new Row(key, origins.shown(key, value), origins.of(key).toString()));
  }
}
