package dev.belay.gateway.config;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The configuration while its sources are read, each over the one before. */
final class Draft {
  final Values mcp = new Values(Keys.MCP);
  final Values http = new Values(HttpKeys.HTTP);
  private final Map<String, ServerDraft> servers = new LinkedHashMap<>();
  private final Map<String, Values> tools = new LinkedHashMap<>();
  private final Map<String, Origin> origins = new HashMap<>();
  private final Map<String, String> asWritten = new HashMap<>();
  private final boolean wrapping;
  private final Findings findings;

  Draft(@Nullable Wrapped wrapped, Findings findings) {
    this.findings = findings;
    wrapping = wrapped != null;
    if (wrapped != null) {
      var origin = Origin.named("command line");
      var server = server(wrapped.name(), origin);
      server.ofCommandLine();
      if (wrapped.command() != null) {
        server.values.set(Keys.COMMAND, wrapped.command(), origin, findings);
        server.start.args(wrapped.args(), origin);
      }
    }
  }

  /** {@return true if the command line names the one server, and those of files do not count} */
  boolean isWrapping() {
    return wrapping;
  }

  ServerDraft server(String name, Origin at) {
    return servers.computeIfAbsent(name, _ -> new ServerDraft(name, at));
  }

  @Nullable ServerDraft knownServer(String name) {
    return servers.get(name);
  }

  List<ServerDraft> servers() {
    return List.copyOf(servers.values());
  }

  Values tool(String glob, Origin at) {
    origins.put(ToolSettings.path(glob), at);
    return tools.computeIfAbsent(glob, _ -> new Values(ToolSettings.path(glob)));
  }

  /** Notes how a text with references to variables was written, for showing it. */
  void asWritten(String path, String text) {
    asWritten.put(path, text);
  }

  Settings settled() {
    var defaults = McpSettings.of(mcp);
    mcp.eachOrigin(origins::put);
    http.eachOrigin(origins::put);
    Map<String, ServerSettings> settled = new LinkedHashMap<>();
    for (var server : servers.values()) {
      var one =
          server.settled(defaults.startupTimeout(), defaults.cancelGrace(), origins, findings);
      if (one != null) {
        settled.put(server.name, one);
      }
    }
    List<ToolSettings> rules = new ArrayList<>();
    tools.forEach((glob, values) -> {
      rules.add(ToolSettings.of(glob, values));
      values.eachOrigin(origins::put);
    });
    // Equally specific globs: the later one in the file counts, so the order is turned round first.
    var specific = Comparator.comparingInt((ToolSettings rule) -> rule.glob().specificity());
    return new Settings(
        defaults,
        // Without its keys, which every start of wrap would load.
        http.isEmpty() ? HttpSettings.defaults() : HttpSettings.of(http),
        settled,
        rules.reversed().stream().sorted(specific.reversed()).toList(),
        new Origins(origins, asWritten));
  }
}
