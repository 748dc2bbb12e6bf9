package dev.belay.config;

import static java.util.Collections.unmodifiableMap;

import dev.belay.config.Loaded.Finding;
import dev.belay.config.Sources.Wrapped;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The configuration while its sources are read, each overriding the one before. */
final class ConfigBuilder {
  final Values root = new Values(Config.ROOT);

  /** Environment variables expanded in texts, by name. */
  final Map<String, String> variables = new HashMap<>();

  /** The file that defines a server, if it is a client's own. */
  private final Map<String, String> clientFiles = new HashMap<>();

  private final @Nullable Wrapped wrapped;
  private final boolean withAgents;
  private final Set<String> needed;
  private final Set<Path> envFiles = new LinkedHashSet<>();
  private final Map<String, List<Finding>> leftOut = new LinkedHashMap<>();
  private final Findings findings;
  private final Path directory;

  ConfigBuilder(Sources sources, Findings findings) {
    this.findings = findings;
    needed = sources.needed();
    withAgents = sources.withAgents();
    wrapped = sources.wrapped();
    var file = sources.file();
    var parent = file == null ? sources.directory() : file.getParent();
    directory = parent == null ? Path.of("") : parent;
    if (wrapped != null) {
      var origin = Origin.named("command line");
      var server = servers().begin(wrapped.name()).at(origin);
      if (wrapped.command() != null) {
        server.set(ServerSettings.COMMAND, wrapped.command(), origin, findings);
        server.take(
            ServerSettings.ARGS,
            ServerSettings.ARGS.name(),
            new Reading.Good<>(wrapped.args()),
            "",
            null,
            origin,
            findings);
      }
    }
  }

  /** {@return true if the command line names the one server, and those in files do not count} */
  boolean isWrapping() {
    return wrapped != null;
  }

  /** {@return false if agents are not used, so that those in files do not count} */
  boolean hasAgents() {
    return withAgents;
  }

  Values servers() {
    return root.begin(ServerSettings.SERVERS);
  }

  /** Records a file of variables named by a server. */
  void envFile(Path file) {
    envFiles.add(file);
  }

  /** Records the client's file that defines a server. */
  void ofClientFile(String server, String file) {
    clientFiles.put(server, file);
  }

  /** {@return files with secrets that other files name} */
  Set<Path> secretFiles() {
    var files = new LinkedHashSet<>(envFiles);
    var tokens =
        root.in(AuthSettings.SECTION)
            .in(AuthSettings.Tokens.SECTION)
            .find(AuthSettings.Tokens.FILE);
    if (tokens != null) {
      try {
        files.add(Path.of(tokens));
      } catch (InvalidPathException _) {
        // Reported where it is read.
      }
    }
    return files;
  }

  /**
   * Records a fault of a server. A client's own file was not written for Belay, and one unusable
   * entry is no reason to withhold the others: that server is left out.
   */
  void wrong(String server, Finding fault) {
    if (fault.at().name().equals(clientFiles.get(server)) && !needed.contains(server)) {
      leftOut.computeIfAbsent(server, _ -> new ArrayList<>()).add(fault);
    } else {
      findings.error(fault.at(), fault.key(), fault.text());
    }
  }

  /** Without any server left Belay cannot go on, so then the faults are errors. */
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

  Settings settled() {
    var auth = AuthSettings.of(root.in(AuthSettings.SECTION), findings);
    var listing = ListingSettings.of(root, findings);
    var agents = AgentsSettings.of(root, directory, findings);
    var servers = settledServers();
    var approval = ApprovalSettings.of(root, findings);
    if (approval.permissionPrompt() && servers.containsKey(ApprovalSettings.CLIENT)) {
      var values = root.in(ApprovalSettings.SECTION);
      var at = values.origin(ApprovalSettings.PERMISSION_PROMPT);
      findings.error(
          at == null ? values.at() : at,
          values.path(ApprovalSettings.PERMISSION_PROMPT.name()),
          "globs know the tools of clients as those of a server '"
              + ApprovalSettings.CLIENT
              + "'; give the server of that name another");
    }
    return new Settings(
        McpSettings.of(root.in(McpSettings.SECTION)),
        HttpSettings.of(root.in(HttpSettings.SECTION)),
        auth,
        ObservabilitySettings.of(
            root.in(ObservabilitySettings.SECTION), root.in(AuditSettings.SECTION)),
        listing,
        TurnSettings.of(root),
        JobSettings.of(root),
        approval,
        agents,
        servers,
        tools(),
        new Origins(root, variables));
  }

  private Map<String, ServerSettings> settledServers() {
    Map<String, ServerSettings> settled = new LinkedHashMap<>();
    servers()
        .entries()
        .forEach((name, server) -> {
          var faults = new Findings();
          var start = new StartRules(server, faults).start();
          faults.errors().forEach(fault -> wrong(name, fault));
          if (start != null && !leftOut.containsKey(name)) {
            boolean typed = wrapped != null && wrapped.name().equals(name);
            settled.put(name, ServerSettings.of(name, start, server, typed));
          }
        });
    reportLeftOut(!settled.isEmpty());
    return unmodifiableMap(settled);
  }

  private List<ToolSettings> tools() {
    List<ToolSettings> rules = new ArrayList<>();
    root.in(ToolSettings.TOOLS)
        .entries()
        .forEach((glob, values) -> rules.add(ToolSettings.of(glob, values)));
    return Glob.bySpecificity(rules, ToolSettings::glob);
  }
}
