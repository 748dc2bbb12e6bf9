package dev.belay.config;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Loads the configuration: flags over environment over {@code belay.yaml} over client files over
 * defaults.
 *
 * <p>Never throws because of user input. Without a file it loads no parser, which keeps the start
 * of {@code belay wrap} short.
 */
public final class Config {
  /** The file that is read unless {@code --config} names another. */
  public static final String FILE = "belay.yaml";

  /** All sections; keys of features that are not built are in none of them, and so unknown. */
  static final Section ROOT =
      new Section("", Setting.Reload.AT_ONCE, "The configuration of Belay.")
          .with(McpSettings.SECTION)
          .with(AccessRule.SECTION)
          .with(HttpSettings.SECTION)
          .with(AuthSettings.SECTION)
          .with(ObservabilitySettings.SECTION)
          .with(AuditSettings.SECTION)
          .with(AgentsSettings.MODELS)
          .with(AgentSettings.AGENTS)
          .with(TurnSettings.SECTION)
          .with(ServerSettings.SERVERS)
          .with(ToolSettings.TOOLS)
          .with(JobSettings.SECTION)
          .with(ApprovalSettings.SECTION);

  private Config() {}

  /** {@return the settings, or all errors at once (J20)} */
  public static Loaded load(Sources sources) {
    var findings = new Findings();
    var draft = files(sources, findings);
    new BelayVariables(sources.environment(), findings).apply(draft.root);
    new Flags(draft, sources.environment(), findings).apply(sources.flags());
    var http = draft.root.in(HttpSettings.SECTION);
    var settings = draft.settled();
    new LimitWarnings(settings, findings).report();
    settings.tools().forEach(rule -> rule.check(settings.origins(), findings));
    settings.servers().values().forEach(server -> server.check(settings.origins(), findings));
    settings.http().warn(http, findings);
    settings.auth().check(settings.http(), settings.origins(), findings);
    return findings.errorCount() > 0
        ? new Loaded.Bad(findings.errors(), findings.warnings())
        : new Loaded.Good(settings, findings.warnings());
  }

  /** {@return the JSON Schema of {@code belay.yaml}, for editors} */
  public static String schema() {
    return FileSchema.text();
  }

  /** {@return the names of all servers in the files, including invalid ones} */
  public static Set<String> servers(Sources sources) {
    return files(sources, new Findings()).servers().entries().keySet();
  }

  /**
   * {@return every file that is read, whether or not it exists: those of {@code sources}, and the
   * files with secrets they name} The latter are the {@code envFile}s of servers and {@code
   * auth.tokens.file}.
   */
  public static Set<Path> files(Sources sources) {
    var files = new LinkedHashSet<>(sources.files());
    files.addAll(files(sources, new Findings()).secretFiles());
    return files;
  }

  private static ConfigBuilder files(Sources sources, Findings findings) {
    var draft = new ConfigBuilder(sources, findings);
    for (var client : sources.clientFiles()) {
      new ClientFile(client.toString(), client, draft, sources.environment(), findings).apply();
    }
    belayFile(sources, draft, findings);
    return draft;
  }

  private static void belayFile(Sources sources, ConfigBuilder draft, Findings findings) {
    Path given = sources.file();
    var path = given == null ? sources.directory().resolve(FILE) : given;
    if (given != null || Files.exists(path)) {
      var name = given == null ? FILE : given.toString();
      new BelayFile(name, draft, sources.environment(), findings).apply(path);
    }
  }
}
