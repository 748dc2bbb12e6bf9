package dev.belay.samples.search;

import dev.belay.samples.folder.OpenFolder;
import dev.belay.samples.folder.UnusablePathException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;

/** What a search leaves out, on the way through a tree: what Git ignores, and Git's own. */
final class Ignored {
  private static final Set<String> OWN = Set.of(".git", ".hg", ".svn", ".belay");
  private static final Path RULES = Path.of(".gitignore");
  private static final int RULES_BYTES = 256 * 1024;

  private final Deque<IgnoreRules> deepestFirst = new ArrayDeque<>();

  /** Reads the rules of a folder, if it has any, which hold until it is left. */
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

  /** Forgets the rules of the folder that was entered last. */
  void leave() {
    deepestFirst.pop();
  }

  /** {@return whether to leave out a path in the folder that was entered last} */
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
}
