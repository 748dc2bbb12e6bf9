package dev.belay.cli.clients;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds what is wrong with a server by what stands in its client's file, without starting it. */
public final class EntryFaults {
  private static final Set<String> SHELLS = Set.of("sh", "bash", "zsh", "dash", "fish", "cmd");
  private static final Set<String> RUNNERS = Set.of("npx", "bunx", "uvx", "pipx", "node", "python");

  private EntryFaults() {}

  /** Something odd about a server. */
  public record Fault(Weight weight, String text) {}

  /** How much a fault matters. */
  public enum Weight {
    /** The server cannot start. */
    STOPS,
    /** It starts, but it should not stay so. */
    WRONG,
    /** It may be meant so. */
    ODD
  }

  /**
   * {@return what is wrong, and what is merely odd}
   *
   * @param environment where its client finds programs
   */
  public static List<Fault> of(ServerEntry entry, Map<String, String> environment) {
    var faults = new ArrayList<Fault>();
    switch (entry.how()) {
      case ServerEntry.How.Odd(String why) -> faults.add(new Fault(Weight.STOPS, why));
      case ServerEntry.How.Url _ -> {}
      case ServerEntry.How.Command command -> command(entry, command, environment, faults);
    }
    for (var place : LiteralSecrets.in(entry)) {
      faults.add(
          new Fault(
              Weight.WRONG,
              place + " looks like a secret in the file itself; write ${VARIABLE} instead"));
    }
    return faults;
  }

  private static void command(
      ServerEntry entry,
      ServerEntry.How.Command command,
      Map<String, String> environment,
      List<Fault> faults) {
    var program = command.words().getFirst();
    var started = entry.body() == null ? null : entry.body().text("command");
    for (var each :
        started == null || started.equals(program) ? List.of(program) : List.of(started, program)) {
      if (isMissing(each, entry, environment)) {
        faults.add(new Fault(Weight.STOPS, "command not found: " + each));
      }
    }
    var name = name(program);
    if (RUNNERS.contains(name) && command.words().size() == 1) {
      faults.add(
          new Fault(
              Weight.STOPS,
              name + " without args names no server, and runs what its client sends it"));
    }
    if (SHELLS.contains(name)) {
      faults.add(
          new Fault(
              Weight.ODD,
              "it runs through a shell (" + name + "); name the program itself if you can"));
    }
  }

  private static String name(String program) {
    var name = program.substring(Math.max(program.lastIndexOf('/'), program.lastIndexOf('\\')) + 1);
    return name.endsWith(".exe") || name.endsWith(".cmd")
        ? name.substring(0, name.length() - 4)
        : name;
  }

  private static boolean isMissing(
      String program, ServerEntry entry, Map<String, String> environment) {
    // References to variables, and paths of another system, are not looked up.
    if (program.contains("${") || program.contains("\\")) {
      return false;
    }
    try {
      if (program.contains("/")) {
        var base = entry.cwd() == null ? entry.project() : entry.cwd();
        return !Files.isExecutable(
            base == null ? Path.of(program) : Path.of(base, "").resolve(program));
      }
      return find(program, entry.env().getOrDefault("PATH", environment.get("PATH"))) == null;
    } catch (InvalidPathException _) {
      return true;
    }
  }

  private static @Nullable Path find(String program, @Nullable String path) {
    for (var folder : path == null ? new String[0] : path.split(File.pathSeparator, -1)) {
      var file = Path.of(folder.isEmpty() ? "." : folder, program);
      if (Files.isExecutable(file) && !Files.isDirectory(file)) {
        return file;
      }
    }
    return null;
  }
}
