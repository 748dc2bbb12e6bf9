package dev.belay.config;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The configuration while its sources are read, each over the one before. */
final class Draft {
  final Values mcp = new Values(Keys.MCP);
  final Values errors = new Values(Keys.MCP + "." + Keys.ERRORS);
  final ListingDraft listing = new ListingDraft();
  final Values http = new Values(HttpKeys.HTTP);
  final AuthDraft auth = new AuthDraft();
  final TurnDraft turns = new TurnDraft();
  final AgentsDraft agents = new AgentsDraft();
  final Values observability = new Values("observability");
  final Values audit = new Values("audit");
  private final Map<String, ServerDraft> servers = new LinkedHashMap<>();
  private final Map<String, Values> tools = new LinkedHashMap<>();
  private final Map<String, Values> retries = new LinkedHashMap<>();
  private final Map<String, Origin> origins = new HashMap<>();
  private final Map<String, String> asWritten = new HashMap<>();
  private final Map<String, String> variables = new HashMap<>();
  private final boolean wrapping;
  private final boolean withAgents;
  private final Set<String> needed;
  private final Set<Path> envFiles = new LinkedHashSet<>();
  private final Map<String, List<Finding>> leftOut = new LinkedHashMap<>();
  private final Findings findings;

  Draft(Sources sources, Findings findings) {
    this.findings = findings;
    needed = sources.needed();
    withAgents = sources.withAgents();
    var wrapped = sources.wrapped();
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

  /** {@return false if nobody talks to an agent, so that those of files do not count} */
  boolean hasAgents() {
    return withAgents;
  }

  ServerDraft server(String name, Origin at) {
    return servers.computeIfAbsent(name, _ -> new ServerDraft(name, at));
  }

  @Nullable ServerDraft knownServer(String name) {
    return servers.get(name);
  }

  Set<String> serverNames() {
    return Collections.unmodifiableSet(new LinkedHashSet<>(servers.keySet()));
  }

  /** Takes note of a file of variables that a server names. */
  void envFile(Path file) {
    envFiles.add(file);
  }

  /** {@return files with secrets that other files name} */
  Set<Path> secretFiles() {
    var files = new LinkedHashSet<>(envFiles);
    var tokens = auth.tokens.get(AuthKeys.FILE);
    if (tokens != null) {
      try {
        files.add(Path.of(tokens));
      } catch (InvalidPathException _) {
        // Whoever reads it says so.
      }
    }
    return files;
  }

  /**
   * Takes what is wrong with a server. What a client's own file says was not written for Belay, and
   * one entry that cannot be used is no reason to withhold the others: it is left out then.
   */
  void wrong(ServerDraft server, Finding fault) {
    if (server.isOfClientFile(fault.at()) && !needed.contains(server.name)) {
      leftOut.computeIfAbsent(server.name, _ -> new ArrayList<>()).add(fault);
    } else {
      findings.error(fault.at(), fault.key(), fault.text());
    }
  }

  /** With no server left there is nothing to go on with, and so nothing to leave out. */
  private void reportLeftOut(boolean others) {
    leftOut.forEach((name, faults) -> {
      for (var fault : faults) {
        if (others) {
          var text = fault.text() + "; the server '" + name + "' is LEFT OUT";
          findings.warn(fault.at(), fault.key(), text);
        } else {
          findings.error(fault.at(), fault.key(), fault.text());
        }
      }
    });
  }

  List<ServerDraft> servers() {
    return List.copyOf(servers.values());
  }

  Values tool(String glob, Origin at) {
    origins.put(ToolSettings.path(glob), at);
    return tools.computeIfAbsent(glob, _ -> new Values(ToolSettings.path(glob)));
  }

  /** {@return what is said about making calls of those tools again} */
  Values retry(String glob) {
    return retries.computeIfAbsent(
        glob, _ -> new Values(ToolSettings.path(glob) + "." + RepeatKeys.RETRY));
  }

  /**
   * Notes how a text with references to variables was written, for showing it, and what was put in
   * their place.
   */
  void asWritten(String path, String text, Map<String, String> environment) {
    asWritten.put(path, text);
    for (var name : Substitution.names(text)) {
      var value = environment.get(name);
      if (value != null) {
        variables.put(name, value);
      }
    }
  }

  Settings settled() {
    var defaults = McpSettings.of(mcp, errors.get(Keys.ERRORS_MODE, ErrorsMode.RESULT));
    mcp.eachOrigin(origins::put);
    errors.eachOrigin(origins::put);
    http.eachOrigin(origins::put);
    auth.eachOrigin(origins::put);
    observability.eachOrigin(origins::put);
    audit.eachOrigin(origins::put);
    Map<String, ServerSettings> settled = new LinkedHashMap<>();
    for (var server : servers.values()) {
      var faults = new Findings();
      var one = server.settled(defaults.startupTimeout(), defaults.cancelGrace(), origins, faults);
      faults.errors().forEach(fault -> wrong(server, fault));
      if (one != null && !leftOut.containsKey(server.name)) {
        settled.put(server.name, one);
      }
    }
    reportLeftOut(!settled.isEmpty());
    List<ToolSettings> rules = new ArrayList<>();
    tools.forEach((glob, values) -> {
      rules.add(ToolSettings.of(glob, values, retries.get(glob)));
      values.eachOrigin(origins::put);
    });
    retries.values().forEach(values -> values.eachOrigin(origins::put));
    // Equally specific globs: the later one in the file counts, so the order is turned round first.
    var specific = Comparator.comparingInt((ToolSettings rule) -> rule.glob().specificity());
    return new Settings(
        defaults,
        // Without its keys, which every start of wrap would load.
        http.isEmpty() ? HttpSettings.defaults() : HttpSettings.of(http),
        auth.isEmpty() ? AuthSettings.defaults() : AuthSettings.of(auth, findings),
        observability.isEmpty() && audit.isEmpty()
            ? ObservabilitySettings.defaults()
            : ObservabilitySettings.of(observability, audit),
        listing.settled(mcp, origins),
        turns.settled(origins),
        agents.settled(origins, findings),
        settled,
        rules.reversed().stream().sorted(specific.reversed()).toList(),
        new Origins(origins, asWritten, variables));
  }
}
