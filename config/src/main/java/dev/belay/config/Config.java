package dev.belay.config;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Loads the configuration: flags over environment over {@code belay.yaml} over client files over
 * defaults.
 *
 * <p>Never throws on what a user wrote. Without a file it loads no parser, which keeps the start of
 * {@code belay wrap} short.
 */
public final class Config {
  /** The file that is read where {@code --config} names no other. */
  public static final String FILE = "belay.yaml";

  private Config() {}

  /** {@return the settings, or all errors at once (J20)} */
  public static Loaded load(Sources sources) {
    var findings = new Findings();
    var draft = files(sources, findings);
    new BelayVariables(draft, findings).apply(sources.environment());
    new Flags(draft, sources.environment(), findings).apply(sources.flags());
    var settings = draft.settled();
    new LimitWarnings(settings, findings).report();
    if (!draft.http.isEmpty()) {
      new HttpWarnings(settings, findings).report();
    }
    if (!draft.http.isEmpty() || !draft.auth.isEmpty()) {
      new AuthRules(settings, findings).report();
    }
    return findings.errorCount() > 0
        ? new Loaded.Bad(findings.errors(), findings.warnings())
        : new Loaded.Good(settings, findings.warnings());
  }

  /** {@return the names of all servers that files tell of, also of those that are wrong} */
  public static Set<String> servers(Sources sources) {
    return files(sources, new Findings()).serverNames();
  }

  /**
   * {@return every file that is read, be it there or not: those of {@code sources}, and what they
   * name for secrets} Those are the {@code envFile}s of servers and {@code auth.tokens.file}.
   */
  public static Set<Path> files(Sources sources) {
    var files = new LinkedHashSet<>(sources.files());
    files.addAll(files(sources, new Findings()).secretFiles());
    return files;
  }

  private static Draft files(Sources sources, Findings findings) {
    var draft = new Draft(sources, findings);
    for (var client : sources.clientFiles()) {
      new ClientFile(client.toString(), client, draft, sources.environment(), findings).apply();
    }
    belayFile(sources, draft, findings);
    return draft;
  }

  private static void belayFile(Sources sources, Draft draft, Findings findings) {
    Path given = sources.file();
    var path = given == null ? sources.directory().resolve(FILE) : given;
    if (given != null || Files.exists(path)) {
      var name = given == null ? FILE : given.toString();
      new BelayFile(name, draft, sources.environment(), findings).apply(path);
    }
  }
}
