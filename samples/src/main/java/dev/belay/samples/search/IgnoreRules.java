package dev.belay.samples.search;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The rules of one {@code .gitignore}, for what is below its folder. Immutable. */
final class IgnoreRules {
  private final Path folder;
  private final List<Rule> rules;

  /** {@return the rules of a file's text, for what is below {@code folder}} */
  static IgnoreRules of(Path folder, String text) {
    var rules = new ArrayList<Rule>();
    text.lines().forEach(line -> Rule.of(line).ifPresent(rules::add));
    return new IgnoreRules(folder, rules);
  }

  private IgnoreRules(Path folder, List<Rule> rules) {
    this.folder = folder;
    this.rules = List.copyOf(rules);
  }

  /** {@return whether they ignore a path below their folder; empty if none speaks of it} */
  Optional<Boolean> ignores(Path path, boolean isFolder) {
    var relative = folder.relativize(path);
    // The last rule that fits counts.
    for (var rule : rules.reversed()) {
      if ((isFolder || !rule.onlyFolders()) && rule.glob().matches(relative)) {
        return Optional.of(rule.ignores());
      }
    }
    return Optional.empty();
  }

  private record Rule(Glob glob, boolean ignores, boolean onlyFolders) {
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
          : Optional.of(new Rule(Glob.ofGit(text), ignores, onlyFolders));
    }
  }
}
