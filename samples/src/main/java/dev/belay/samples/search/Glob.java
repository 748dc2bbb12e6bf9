package dev.belay.samples.search;

import dev.belay.core.text.StoppablePattern;
import dev.belay.core.text.StoppableText;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * A pattern for paths, as {@code .gitignore} writes them: {@code *} and {@code ?} stay within a
 * name, {@code **} does not, and a pattern without a slash is one for names at any depth.
 */
final class Glob {
  private static final StoppablePattern NOTHING = StoppablePattern.of("(?!)");

  /** A tenth of a second. */
  private static final long LOOKS = 10_000_000;

  private final StoppablePattern pattern;

  private Glob(StoppablePattern pattern) {
    this.pattern = pattern;
  }

  /** {@return a pattern of a {@code .gitignore}; one that is none fits nothing, as for Git} */
  static Glob ofGit(String glob) {
    try {
      return new Glob(translate(glob, false));
    } catch (PatternSyntaxException _) {
      return new Glob(NOTHING);
    }
  }

  /**
   * {@return a pattern of a caller, who may also write {@code *.{ts,tsx}}}
   *
   * @throws PatternSyntaxException if it is none, such as {@code [z-a]}
   */
  static Glob of(String glob) {
    return new Glob(translate(glob, true));
  }

  /**
   * {@return whether it fits a path that is relative to where the pattern is from}
   *
   * @throws dev.belay.core.cancel.StoppedException when the thread is interrupted
   * @throws dev.belay.core.text.SlowPatternException where it tries too many ways, as many stars do
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

  /** Two of them in a row fit what one fits, and take far longer to fit nothing. */
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
    // A bracket that comes first is one of the characters.
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
