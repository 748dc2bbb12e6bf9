package dev.belay.samples.search;

import dev.belay.core.text.StoppablePattern;
import dev.belay.samples.file.AllowedRoots;
import dev.belay.samples.file.FolderWalk;
import dev.belay.tools.annotation.Arg;
import dev.belay.tools.annotation.Tool;
import dev.belay.tools.call.Heartbeats;
import dev.belay.tools.call.ToolCall;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** The tool {@code search_code} (S4-47), over all allowed folders. */
public final class SearchCode {
  private final AllowedRoots roots;

  /** Searches these roots. */
  public SearchCode(AllowedRoots roots) {
    this.roots = roots;
  }

  /**
   * Searches for a regular expression, line by line.
   *
   * @return one line per match, {@code path:line: text}, and a summary
   * @throws IllegalArgumentException if the query or a pattern is invalid
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
      ToolCall call)
      throws IOException {
    var wanted =
        Wanted.of(
            query,
            filePattern,
            caseSensitive,
            maxResults,
            encoding,
            excludePatterns.orElse(List.of()));
    return search(wanted, filePattern, roots.narrowedTo(call), call);
  }

  static String search(Wanted wanted, String filePattern, AllowedRoots roots, Heartbeats call)
      throws IOException {
    var search = new CodeSearch(wanted, call);
    int unopened = 0;
    for (var root : roots.all()) {
      var walk = new FolderWalk(search, true);
      walk.walk(root);
      unopened += walk.leftOutCount();
    }
    return search.found().text(filePattern, unopened + search.unreadable());
  }

  /** File encoding of a search (S4-47). */
  public enum SearchEncoding {
    /** UTF-8. */
    @Arg(name = "utf-8")
    UTF_8,
    /** GBK, common in Chinese files. */
    @Arg(name = "gbk")
    GBK;

    Charset charset() {
      return switch (this) {
        case UTF_8 -> StandardCharsets.UTF_8;
        case GBK -> Charset.forName("GBK");
      };
    }
  }

  /** Checked arguments of a search. */
  record Wanted(
      StoppablePattern pattern,
      FileGlob files,
      List<FileGlob> excluded,
      int most,
      Charset charset) {
    static Wanted of(
        String query,
        String filePattern,
        boolean isCaseSensitive,
        int maxResults,
        SearchEncoding encoding,
        List<String> excludePatterns) {
      if (query.isEmpty()) {
        throw new IllegalArgumentException("query is empty: say what to look for");
      }
      if (maxResults < 1) {
        throw new IllegalArgumentException("max_results is " + maxResults + ": say 1 or more");
      }
      return new Wanted(
          pattern(query, isCaseSensitive),
          glob("file_pattern", filePattern),
          excludePatterns.stream()
              .map(Wanted::withoutSlash)
              .map(glob -> glob("exclude_patterns", glob))
              .toList(),
          maxResults,
          encoding.charset());
    }

    /**
     * {@return {@code build} for {@code build/}: contents of excluded folders are never reached}
     */
    private static String withoutSlash(String glob) {
      return glob.endsWith("/") ? glob.substring(0, glob.length() - 1) : glob;
    }

    private static FileGlob glob(String argument, String glob) {
      try {
        return FileGlob.of(glob);
      } catch (PatternSyntaxException e) {
        throw new IllegalArgumentException(
            "%s has %s, which is no pattern of paths: %s. Put a backslash before [ to mean it"
                .formatted(argument, glob, e.getDescription()),
            e);
      }
    }

    private static StoppablePattern pattern(String query, boolean isCaseSensitive) {
      try {
        int flags = isCaseSensitive ? 0 : Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE;
        return StoppablePattern.of(query, flags);
      } catch (PatternSyntaxException e) {
        if (e.getIndex() < 0) {
          throw new IllegalArgumentException("query takes too long: " + e.getDescription(), e);
        }
        throw new IllegalArgumentException(
            "query is no regular expression: %s at position %d. Put a backslash before %s to mean it"
                .formatted(e.getDescription(), e.getIndex(), "( ) [ ] { } . * + ? | ^ $ \\"),
            e);
      }
    }

    boolean excludes(Path relative) {
      return excluded.stream().anyMatch(glob -> glob.matches(relative));
    }
  }
}
