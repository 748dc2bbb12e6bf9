package dev.belay.samples.search;

import dev.belay.samples.folder.AllowedRoots;
import dev.belay.samples.folder.FolderWalk;
import dev.belay.tools.annotation.Arg;
import dev.belay.tools.annotation.Tool;
import dev.belay.tools.call.Heartbeats;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** The tool {@code search_code} (S4-47), over all allowed folders. */
public final class SearchCode {
  private final AllowedRoots roots;

  /** Searches these roots. */
  public SearchCode(AllowedRoots roots) {
    this.roots = roots;
  }

  /**
   * Looks for a regular expression, line by line.
   *
   * @return a line for each match, {@code path:line: text}, and a sentence on what was searched
   * @throws IllegalArgumentException if the query is no regular expression, or a pattern is none
   * @throws IOException if an allowed folder cannot be opened
   */
  @Tool(
      name = "search_code",
      title = "Search code",
      description = "Search for patterns in code files",
      category = "code",
      readOnly = true,
      idempotent = true,
      timeout = 300,
      idleTimeout = 30)
  public String search(
      @Arg(description = "Search query string") String query,
      @Arg(description = "File match pattern", defaultValue = "*.py") String filePattern,
      @Arg(description = "Whether to be case-sensitive", defaultValue = "false")
          boolean caseSensitive,
      @Arg(description = "Maximum number of results", defaultValue = "100") int maxResults,
      @Arg(description = "File encoding", defaultValue = "utf-8") SearchEncoding encoding,
      @Arg(description = "List of exclude patterns") Optional<List<String>> excludePatterns,
      Heartbeats call)
      throws IOException {
    var wanted =
        Wanted.of(
            query,
            filePattern,
            caseSensitive,
            maxResults,
            encoding,
            excludePatterns.orElse(List.of()));
    var search = new CodeSearch(wanted, call);
    int unopened = 0;
    for (var root : roots.all()) {
      var walk = new FolderWalk(search, true);
      walk.walk(root);
      unopened += walk.leftOutCount();
    }
    return search.found().text(filePattern, unopened + search.unreadable());
  }
}
