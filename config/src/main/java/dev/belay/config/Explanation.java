package dev.belay.config;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

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
    row("mcp.workers", Integer.toString(mcp.workers()));
    row("mcp.prefix", Choice.show(mcp.prefix()));
    row("mcp.errors.mode", Choice.show(mcp.errors()));
    new ListingExplanation(settings.listing(), this::row).rows();
    new HttpExplanation(settings.http(), this::row).rows();
    new AuthExplanation(settings.auth(), this::row).rows();
    new ObservabilityExplanation(settings.observability(), this::row).rows();
    new TurnExplanation(settings.turns(), this::row).rows();
    new AgentExplanation(settings.agents(), settings.origins(), rows::add).list();
  }

  private void server(ServerSettings server) {
    switch (server.start()) {
      case Start.Command command -> command(server, command);
      case Start.Url url -> url(server, url);
      case Start.Native _ -> {}
    }
    limits(server.key(""), merge.limits(server, List.of()));
    inherited(server.key("startup_timeout"), "mcp.startup_timeout", server.startupTimeout());
    inherited(server.key("cancel_grace"), "mcp.cancel_grace", server.cancelGrace());
    row(server.key("isolation"), Choice.show(server.isolation()));
    row(server.key("era"), Choice.show(server.era()));
    row(server.key("on_ignored_cancel"), Choice.show(server.onIgnoredCancel()));
    row(server.key("spares"), Integer.toString(server.spares()));
    if (server.onChange() != null) {
      row(server.key("on_change"), Choice.show(server.onChange()));
    }
    if (!server.tools().isOpen()) {
      row(
          server.key(Keys.TOOLS),
          "allow "
              + ToolLists.show(server.tools().allow())
              + ", deny "
              + ToolLists.show(server.tools().deny()));
    }
  }

  private void command(ServerSettings server, Start.Command command) {
    row(server.key("command"), command.program());
    if (!command.args().isEmpty()) {
      row(server.key("args"), args(server, command.args()));
    }
    for (var name : command.env().keySet()) {
      // Keys and passwords live here, and what is shown ends up in bug reports.
      row(server.key("env") + "." + name, "(hidden)");
    }
    if (command.cwd() != null) {
      row(server.key("cwd"), command.cwd().toString());
    }
  }

  private String args(ServerSettings server, List<String> args) {
    var shown = new StringJoiner(" ");
    for (var i = 0; i < args.size(); i++) {
      var key = server.key("args") + "[" + i + "]";
      shown.add("'" + settings.origins().shown(key, args.get(i)) + "'");
    }
    return shown.toString();
  }

  private void url(ServerSettings server, Start.Url url) {
    var origins = settings.origins();
    var key = server.key("url");
    var written = origins.shown(key, url.uri().toString());
    rows.add(new Row(key, HttpUrl.shown(written), origins.of(key).toString()));
    row(server.key("type"), Choice.show(url.transport()));
    for (var name : url.headers().keySet()) {
      var header = server.key("headers") + "." + name;
      var hidden = Substitution.hidden(origins.shown(header, ""));
      rows.add(new Row(header, hidden, origins.of(header).toString()));
    }
  }

  private void tools(ToolSettings rule) {
    if (rule.timeout() != null || rule.idleTimeout() != null) {
      limits(rule.key(""), merge.limits(onlyServer(), List.of(rule)));
    }
    if (rule.concurrency() != null) {
      row(rule.key("concurrency"), Choice.show(rule.concurrency()));
    }
    if (rule.scope() != null) {
      row(rule.key("scope"), Choice.show(rule.scope()));
    }
    if (rule.laneKey() != null) {
      row(rule.key("lane_key"), rule.laneKey());
    }
    if (rule.rate() != null) {
      row(rule.key("rate_limit"), Rate.show(rule.rate()));
    }
    if (!rule.repeats().isEmpty()) {
      new RepeatExplanation(rule, this::row).rows();
    }
  }

  /** {@return the server of the command line, whose flags hold for all tools; null without} */
  private @Nullable ServerSettings onlyServer() {
    for (var server : settings.servers().values()) {
      if (server.fromCommandLine()) {
        return server;
      }
    }
    return null;
  }

  private void limits(String prefix, EffectiveLimits limits) {
    rows.add(limit(prefix + "timeout", limits.timeout()));
    rows.add(idle(prefix + "idle_timeout", limits.idleTimeout()));
    // No key: it follows from the call's own limit, and lies around it (S0-35, C6).
    var timeout = limits.timeout().value();
    rows.add(
        new Row(
            prefix + "timeout (over http)",
            Span.show(HttpSettings.requestLimit(timeout)),
            "timeout + 30 s, 0 if that is 0"));
  }

  /** Nobody set it to 0: a default that could not end a call before its total limit is off. */
  private static Row idle(String key, EffectiveLimit limit) {
    return limit.isNone() && limit.origin().equals(Origin.DEFAULT)
        ? new Row(key, Span.show(limit.value()), "default, off since the timeout comes first")
        : limit(key, limit);
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
