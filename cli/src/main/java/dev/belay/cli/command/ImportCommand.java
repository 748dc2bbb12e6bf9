package dev.belay.cli.command;

import dev.belay.cli.clients.Backup;
import dev.belay.cli.clients.Change;
import dev.belay.cli.clients.ClientConfig;
import dev.belay.cli.clients.KnownClient;
import dev.belay.cli.clients.NotUnderstood;
import dev.belay.cli.clients.ServeImport;
import dev.belay.cli.clients.Unwrapping;
import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.OwnCommand;
import dev.belay.cli.shell.Shell;
import dev.belay.cli.shell.UsageException;
import dev.belay.config.EditedFile;
import dev.belay.mcp.envelope.Controls;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** {@code belay import}: has the clients of this machine start their servers by Belay. */
final class ImportCommand implements Subcommand {
  private static final String SERVE = "--serve";
  private static final String UNDO = "--undo";
  private static final String YES = "--yes";
  private static final String DRY_RUN = "--dry-run";
  private static final String FORCE = "--force";
  private static final String BELAY = "--belay";
  private static final String CONFIG = "--config";
  private static final int MOST_BYTES = 16 << 20;

  private final Path here;

  /** Creates the command for the project in a directory. */
  ImportCommand(Path here) {
    this.here = here;
  }

  @Override
  public CommandSpec spec() {
    var spec = ServerSpec.begin("import");
    spec.usageMessage()
        .customSynopsis(
            "belay import [FILE...] [--serve] [--yes | --dry-run]",
            "       belay import [FILE...] --undo [--force]")
        .description(
            "",
            "Finds the files in which Claude Code, Cursor, VS Code, Claude Desktop, Codex and the",
            "Gemini CLI name their servers, of this project and of this user, and puts belay wrap"
                + " --",
            "before each command. It shows what changes, asks, and keeps a copy beside each file.",
            "Comments, order and everything else in a file stay as they are.")
        .footer(
            "",
            "With --serve the servers move into belay.yaml, and each client gets one server, at"
                + " the",
            "URL of belay serve.",
            "",
            "Exit codes: 0 done, or nothing to do; 1 no file was found, or something was not"
                + " written;",
            "2 usage.",
            "",
            "Examples:",
            "  belay import --dry-run",
            "  belay import .mcp.json --yes",
            "  belay import --serve",
            "  belay import --undo");
    spec.addPositional(
        PositionalParamSpec.builder()
            .index("0..*")
            .arity("0..*")
            .type(List.class)
            .auxiliaryTypes(String.class)
            .paramLabel("FILE")
            .description("a client's file; without any, all that are found")
            .build());
    spec.addOption(ServerSpec.flag(SERVE, "put all servers behind one URL, that of belay serve"));
    spec.addOption(ServerSpec.flag(UNDO, "put each file back as it was before the last import"));
    spec.addOption(ServerSpec.flag(FORCE, "with --undo: also what was changed after the import"));
    spec.addOption(ServerSpec.flag(YES, "write without asking"));
    spec.addOption(ServerSpec.flag(DRY_RUN, "show only what would change"));
    spec.addOption(
        ServerSpec.text(BELAY, "PATH", "how clients start Belay (the program running now)")
            .build());
    spec.addOption(ServerSpec.text(CONFIG, "FILE", "the configuration (belay.yaml here)").build());
    return spec.addOption(
        OptionSpec.builder("-h", "--help").usageHelp(true).description("show this help").build());
  }

  @Override
  public ExitCode run(ParseResult said, List<String> server, Shell shell)
      throws UsageException, IOException {
    List<String> files = said.matchedPositionalValue(0, List.of());
    if (said.hasMatchedOption(UNDO)) {
      if (said.hasMatchedOption(SERVE)) {
        throw new UsageException("--undo undoes any import; leave out " + SERVE);
      }
      return undo(said, files, shell);
    }
    if (said.hasMatchedOption(FORCE)) {
      throw new UsageException(FORCE + " is for " + UNDO);
    }
    var places = places(files, shell);
    var found = found(places, !files.isEmpty(), shell);
    if (found.configs().isEmpty()) {
      if (found.faults() == 0) {
        sayNone(places, shell);
      }
      return ExitCode.ERROR;
    }
    var changes = new ArrayList<Change>();
    ServedServers served = null;
    if (said.hasMatchedOption(SERVE)) {
      served = ServedServers.of(here, said.matchedOptionValue(CONFIG, null), shell);
      if (served == null) {
        return ExitCode.USAGE;
      }
      var serving = new ServeImport(served.url(), belay(said), served.taken());
      found.configs().forEach(config -> changes.add(serving.change(config)));
    } else {
      var belay = belay(said);
      found.configs().forEach(config -> changes.add(Change.wrapping(config, belay)));
    }
    return write(said, changes, served, found.faults(), shell);
  }

  private static String belay(ParseResult said) throws UsageException {
    String given = said.matchedOptionValue(BELAY, null);
    if (given != null) {
      return Path.of(given).toAbsolutePath().normalize().toString();
    }
    var own = OwnCommand.path();
    if (own == null) {
      throw new UsageException("this Belay does not know its program; name it: " + BELAY + " PATH");
    }
    for (var part : own) {
      if (part.toString().equals("_npx")) {
        throw new UsageException(
            "this Belay lies in npm's cache, which npm empties; run npm install -g belay-mcp and"
                + " import again, or name another program: "
                + BELAY
                + " PATH");
      }
    }
    return own.toString();
  }

  private List<KnownClient.Place> places(List<String> files, Shell shell) {
    if (files.isEmpty()) {
      return KnownClient.places(here, shell.environment());
    }
    return files.stream()
        .map(file -> here.resolve(file))
        .map(path -> new KnownClient.Place(KnownClient.of(path), path))
        .toList();
  }

  private static void sayNone(List<KnownClient.Place> places, Shell shell) {
    shell.say("belay: no client's file names a server. These places were looked at:");
    var table = new Table();
    places.forEach(place -> table.row("  " + place.client().title(), place.path().toString()));
    table.text().lines().forEach(shell::say);
    shell.say("Run it in the directory of the project, or name a file: belay import FILE");
  }

  /** Files of clients, and how many could not be used. */
  record Found(List<ClientConfig> configs, int faults) {}

  /** Reads the files at these places, each once, and says which cannot be used. */
  static Found found(List<KnownClient.Place> places, boolean isNamed, Shell shell) {
    var configs = new ArrayList<ClientConfig>();
    var seen = new HashSet<Path>();
    int faults = 0;
    for (var place : places) {
      try {
        var config = ClientConfig.read(place.client(), place.path());
        if (config == null && isNamed) {
          shell.say("belay: " + place.path() + ": does not exist");
          faults++;
        } else if (config != null
            && (isNamed || !config.entries().isEmpty())
            && seen.add(config.file().target())) {
          configs.add(config);
        }
      } catch (IOException e) {
        shell.say("belay: " + e.getMessage() + "; it is left as it is");
        faults++;
      } catch (NotUnderstood e) {
        shell.say("belay: " + place.path() + ": " + e.text() + "; it is left as it is");
        faults++;
      }
    }
    return new Found(configs, faults);
  }

  private ExitCode write(
      ParseResult said,
      List<Change> changes,
      @Nullable ServedServers served,
      int faults,
      Shell shell)
      throws IOException {
    var text = new StringBuilder();
    changes.forEach(change -> show(change, text));
    var yaml = served == null || served.taken().isEmpty() ? null : served.change(text, shell);
    if (served != null && yaml == null && !served.taken().isEmpty()) {
      return ExitCode.ERROR;
    }
    shell.print(text.toString());
    var real = changes.stream().filter(Change::isAny).toList();
    if (real.isEmpty()) {
      shell.say("belay: nothing to change");
      return faults == 0 ? ExitCode.OK : ExitCode.ERROR;
    }
    if (said.hasMatchedOption(DRY_RUN)) {
      return faults == 0 ? ExitCode.OK : ExitCode.ERROR;
    }
    int files = real.size() + (yaml == null ? 0 : 1);
    if (!said.hasMatchedOption(YES)) {
      if (!shell.inIsTerminal().getAsBoolean()) {
        shell.say("belay: nothing was written; to write it, add " + YES);
        return ExitCode.ERROR;
      }
      if (!shell.agrees("Write " + files + (files == 1 ? " file" : " files") + "? [y/N] ")) {
        shell.say("belay: nothing was written");
        return ExitCode.OK;
      }
    }
    int unwritten = faults;
    // First the servers' new home: a client that has lost them would have none.
    if (served != null && yaml != null && !wrote(served.file(), yaml, shell)) {
      return ExitCode.ERROR;
    }
    for (var change : real) {
      unwritten += wrote(change.config().file(), change.content(), shell) ? 0 : 1;
    }
    shell.say("To undo: belay import --undo. Clients read their files when they start.");
    if (served != null) {
      served.next(shell);
    }
    return unwritten == 0 ? ExitCode.OK : ExitCode.ERROR;
  }

  private static void show(Change change, StringBuilder text) {
    text.append(change.config().client().title())
        .append(", ")
        .append(change.config().path())
        .append('\n');
    var table = new Table();
    for (var note : change.notes()) {
      var project = note.entry().project();
      table.row(
          "  " + Controls.line(note.entry().name() + (project == null ? "" : " (" + project + ")")),
          note.fate() + ": " + Controls.line(note.about()));
    }
    text.append(table.text());
    change.diff().forEach(line -> text.append("  ").append(line).append('\n'));
    text.append('\n');
  }

  private static boolean wrote(EditedFile file, byte[] content, Shell shell) {
    try {
      file.requireWritable();
      var backup = Backup.keep(file, content);
      try {
        file.replace(content);
      } catch (IOException e) {
        Files.deleteIfExists(backup.path());
        throw e;
      }
      shell.say(
          "wrote "
              + file.path()
              + (backup.wasThere() ? "; as it was: " + backup.path().getFileName() : ""));
      return true;
    } catch (IOException e) {
      shell.say("belay: " + e.getMessage());
      return false;
    }
  }

  private ExitCode undo(ParseResult said, List<String> files, Shell shell) throws IOException {
    var paths = new ArrayList<Path>();
    places(files, shell).forEach(place -> paths.add(place.path()));
    if (files.isEmpty()) {
      paths.add(EditedConfig.path(here, said.matchedOptionValue(CONFIG, null)));
    }
    var seen = new HashSet<Path>();
    int undone = 0;
    int faults = 0;
    for (var path : paths) {
      try {
        var file = EditedFile.read(path, MOST_BYTES);
        if (!seen.add(file.target())) {
          continue;
        }
        var backups = Backup.of(file);
        if (backups.isEmpty()) {
          if (!files.isEmpty()) {
            shell.say("belay: " + path + ": there is no import to undo");
            faults++;
          }
          continue;
        }
        var fitting = backups.stream().filter(backup -> backup.fits(file)).findFirst();
        if (fitting.isEmpty() && !said.hasMatchedOption(FORCE)) {
          if (unwrapped(file, backups.getFirst(), said.hasMatchedOption(DRY_RUN), shell)) {
            undone++;
            continue;
          }
          shell.say(
              "belay: "
                  + path
                  + " was changed after the import, and is left as it is. "
                  + FORCE
                  + " puts it back all the same; as it was: "
                  + backups.getFirst().path().getFileName());
          faults++;
          continue;
        }
        undone++;
        if (said.hasMatchedOption(DRY_RUN)) {
          shell.say("would put back " + path);
          continue;
        }
        var kept = fitting.isEmpty() && file.isThere() ? Backup.keepAfter(file) : null;
        fitting.orElse(backups.getFirst()).restore(file);
        shell.say(
            "put back "
                + path
                + (kept == null ? "" : "; as it was until now: " + kept.getFileName()));
      } catch (IOException e) {
        shell.say("belay: " + Objects.requireNonNullElse(e.getMessage(), path.toString()));
        faults++;
      }
    }
    if (undone == 0 && faults == 0) {
      shell.say("belay: there is no import to undo");
    }
    return faults == 0 ? ExitCode.OK : ExitCode.ERROR;
  }

  /**
   * {@return whether the servers of a file that was changed since, as clients do by themselves,
   * have their commands back}
   */
  private boolean unwrapped(EditedFile file, Backup backup, boolean isDry, Shell shell)
      throws IOException {
    byte[] content;
    try {
      content = Unwrapping.of(KnownClient.of(file.path()), backup, file.path());
    } catch (NotUnderstood _) {
      return false;
    }
    if (content == null) {
      return false;
    }
    if (isDry) {
      shell.say("would give the servers of " + file.path() + " their commands back");
      return true;
    }
    file.replace(content);
    backup.remove();
    shell.say(
        "gave the servers of "
            + file.path()
            + " their commands back; what was changed in it after the import stays");
    return true;
  }
}
