package dev.belay.samples.search;

import dev.belay.core.text.StoppablePattern;
import dev.belay.core.text.StoppableText;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * A path pattern in the syntax of {@code .gitignore}: {@code *} and {@code ?} stay within a name,
 * {@code **} spans folders, and a pattern without a slash matches names at any depth.
 */
final class FileGlob {
  private static final StoppablePattern NOTHING = StoppablePattern.of("(?!)");

  /** Character accesses per match: about a tenth of a second. */
  private static final long LOOKS = 10_000_000;

  private final StoppablePattern pattern;

  private FileGlob(StoppablePattern pattern) {
    this.pattern = pattern;
  }

  /** {@return a pattern of a {@code .gitignore}; an invalid one matches nothing, as in Git} */
  static FileGlob ofGit(String glob) {
    try {
      return new FileGlob(translate(glob, false));
    } catch (PatternSyntaxException _) {
      return new FileGlob(NOTHING);
    }
  }

  /**
   * {@return a caller's pattern, which may also contain {@code *.{ts,tsx}}}
   *
   * @throws PatternSyntaxException if it is invalid, such as {@code [z-a]}
   */
  static FileGlob of(String glob) {
    return new FileGlob(translate(glob, true));
  }

  /**
   * {@return whether it matches a path relative to the pattern's folder}
   *
   * @throws dev.belay.core.cancel.StoppedException when the thread is interrupted
   * @throws dev.belay.core.text.SlowPatternException if matching backtracks too much, as with many
   *     stars
   */
  boolean matches(Path relative) {
    return pattern.matcher(new StoppableText(relative.toString(), LOOKS)).matches();
  }

  private static StoppablePattern translate(String glob, boolean hasChoices) {
    var regex = new StringBuilder();
    int slash = glob.indexOf('/');
    if (slash < 0) {
      regex.append("(?:.*/)?");
    }
    int choices = 0;
    for (int i = slash == 0 ? 1 : 0; i < glob.length(); i++) {
      char c = glob.charAt(i);
      if (c == '*' && glob.startsWith("**/", i) && startsName(glob, i)) {
        once(regex, "(?:.*/)?");
        i += 2;
      } else if (c == '*'
          && glob.startsWith("**", i)
          && i + 2 == glob.length()
          && startsName(glob, i)) {
        regex.append(".*");
        i++;
      } else if (c == '*') {
        once(regex, "[^/]*");
      } else if (c == '?') {
        regex.append("[^/]");
      } else if (c == '[' && classEnd(glob, i) > 0) {
        int end = classEnd(glob, i);
        regex.append(oneOf(glob.substring(i + 1, end)));
        i = end;
      } else if (c == '\\' && i + 1 < glob.length()) {
        i++;
        regex.append(Pattern.quote(glob.substring(i, i + 1)));
      } else if (hasChoices && c == '{' && glob.indexOf('}', i) > 0) {
        choices++;
        regex.append("(?:");
      } else if (choices > 0 && c == '}') {
        choices--;
        regex.append(')');
      } else if (choices > 0 && c == ',') {
        regex.append('|');
      } else {
        regex.append(Pattern.quote(String.valueOf(c)));
      }
    }
    regex.append(")".repeat(choices));
    return StoppablePattern.of(regex.toString(), Pattern.DOTALL);
  }

  /** Collapses repeated wildcards: two match what one does, but fail far more slowly. */
  private static void once(StringBuilder regex, String any) {
    int before = regex.length() - any.length();
    if (before < 0 || regex.indexOf(any, before) < 0) {
      regex.append(any);
    }
  }

  private static boolean startsName(String glob, int at) {
    return at == 0 || glob.charAt(at - 1) == '/';
  }

  private static int classEnd(String glob, int open) {
    // A leading bracket is a literal.
    int first = open + 1;
    if (first < glob.length() && (glob.charAt(first) == '!' || glob.charAt(first) == '^')) {
      first++;
    }
    return glob.indexOf(']', first + 1);
  }

  private static String oneOf(String characters) {
    boolean not = characters.startsWith("!") || characters.startsWith("^");
    var body = new StringBuilder(not ? "(?!/)[^" : "(?!/)[");
    for (int i = not ? 1 : 0; i < characters.length(); i++) {
      char c = characters.charAt(i);
      boolean isRange = c == '-' && i > (not ? 1 : 0) && i + 1 < characters.length();
      if (c == '\\' && i + 1 < characters.length()) {
        i++;
        c = characters.charAt(i);
      }
      if (!isRange && !Character.isLetterOrDigit(c)) {
        body.append('\\');
      }
      body.append(c);
    }
    return body.append(']').toString();
  }
}
