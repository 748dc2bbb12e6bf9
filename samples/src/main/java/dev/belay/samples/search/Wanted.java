package dev.belay.samples.search;

import dev.belay.core.text.StoppablePattern;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** What a search looks for, and where. */
record Wanted(
    StoppablePattern pattern, Glob files, List<Glob> excluded, int most, Charset charset) {
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

  /** {@return {@code build} of {@code build/}: what is in an excluded folder is not met anyway} */
  private static String withoutSlash(String glob) {
    return glob.endsWith("/") ? glob.substring(0, glob.length() - 1) : glob;
  }

  private static Glob glob(String argument, String glob) {
    try {
      return Glob.of(glob);
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
