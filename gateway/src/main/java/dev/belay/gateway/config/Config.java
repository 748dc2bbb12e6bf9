package dev.belay.gateway.config;

import java.nio.file.Files;
import java.nio.file.Path;

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
    var draft = new Draft(sources.wrapped(), findings);
    for (var client : sources.clientFiles()) {
      new ClientFile(client.toString(), draft, sources.environment(), findings).apply(client);
    }
    belayFile(sources, draft, findings);
    new BelayVariables(draft, findings).apply(sources.environment());
    new Flags(draft, sources.environment(), findings).apply(sources.flags());
    var settings = draft.settled();
    new LimitWarnings(settings, findings).report();
    if (!draft.http.isEmpty()) {
      new HttpWarnings(settings, findings).report();
    }
    return findings.errorCount() > 0
        ? new Loaded.Bad(findings.errors(), findings.warnings())
        : new Loaded.Good(settings, findings.warnings());
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
