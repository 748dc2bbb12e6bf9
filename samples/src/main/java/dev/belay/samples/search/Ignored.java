package dev.belay.samples.search;

import dev.belay.samples.file.OpenFolder;
import dev.belay.samples.file.Place.UnusablePathException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Paths left out of a search: those that Git ignores, and folders of version control. */
final class Ignored {
  private static final Set<String> OWN = Set.of(".git", ".hg", ".svn", ".belay");
  private static final Path RULES = Path.of(".gitignore");
  private static final int RULES_BYTES = 256 * 1024;

  private final Deque<IgnoreRules> deepestFirst = new ArrayDeque<>();

  /** Reads the rules of a folder, if any; they apply until it is left. */
  void enter(OpenFolder folder) throws IOException {
    deepestFirst.push(IgnoreRules.of(folder.place().path(), text(folder)));
  }

  private static String text(OpenFolder folder) throws IOException {
    try (var file = folder.read(RULES)) {
      return new String(file.readNBytes(RULES_BYTES), StandardCharsets.UTF_8);
    } catch (UnusablePathException _) {
      // Most folders have none.
      return "";
    }
  }

  /** Drops the rules of the folder entered last. */
  void leave() {
    deepestFirst.pop();
  }

  /** {@return whether to leave out a path in the folder entered last} */
  boolean has(Path path, boolean isFolder) {
    if (isFolder && OWN.contains(path.getFileName().toString())) {
      return true;
    }
    for (var rules : deepestFirst) {
      var said = rules.ignores(path, isFolder);
      if (said.isPresent()) {
        return said.get();
      }
    }
    return false;
  }

  /** The rules of one {@code .gitignore}, for paths below its folder. Immutable. */
  static final class IgnoreRules {
    private final Path folder;
    private final List<Rule> rules;

    /** {@return the rules in a file's text, for paths below {@code folder}} */
    static IgnoreRules of(Path folder, String text) {
      var rules = new ArrayList<Rule>();
      text.lines().forEach(line -> Rule.of(line).ifPresent(rules::add));
      return new IgnoreRules(folder, rules);
    }

    private IgnoreRules(Path folder, List<Rule> rules) {
      this.folder = folder;
      this.rules = List.copyOf(rules);
    }

    /** {@return whether a path below the folder is ignored; empty if no rule matches} */
    Optional<Boolean> ignores(Path path, boolean isFolder) {
      var relative = folder.relativize(path);
      // The last matching rule wins.
      for (var rule : rules.reversed()) {
        if ((isFolder || !rule.onlyFolders()) && rule.glob().matches(relative)) {
          return Optional.of(rule.ignores());
        }
      }
      return Optional.empty();
    }

    private record Rule(FileGlob glob, boolean ignores, boolean onlyFolders) {
      static Optional<Rule> of(String line) {
        var text = line.stripTrailing();
        if (text.isEmpty() || text.startsWith("#")) {
          return Optional.empty();
        }
        boolean ignores = !text.startsWith("!");
        if (!ignores) {
          text = text.substring(1);
        }
        boolean onlyFolders = text.endsWith("/");
        if (onlyFolders) {
          text = text.substring(0, text.length() - 1);
        }
        return text.isEmpty()
            ? Optional.empty()
            : Optional.of(new Rule(FileGlob.ofGit(text), ignores, onlyFolders));
      }
    }
  }
}
