package dev.belay.gateway.approval;

import java.lang.Character.UnicodeScript;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The arguments of a call as a person sees them who decides on it: whole, with every character
 * visible, and with what is easily overlooked in words.
 *
 * <p>Nothing is left out, replaced or normalized but characters without a shape, in whose place
 * their names stand. The words state facts, and judge nothing.
 *
 * @param text the arguments, a member a line, and a line of a text a line
 * @param facts what is easily overlooked, a sentence each; bounded
 */
public record ShownArguments(String text, List<String> facts) {
  private static final int MOST = 20;

  /** The most facts of one kind. */
  private static final int MOST_OF_ONE = 8;

  private static final int LONGEST_WORD = 60;

  /** A word, or an escape, whose letter belongs to no word. */
  private static final Pattern WORD = Pattern.compile("\\\\.|([\\p{L}\\p{M}]{2,}+)");

  private static final Pattern HOST =
      Pattern.compile("\\b[a-zA-Z][a-zA-Z0-9+.-]{0,20}://([^/?#\\s\"\\\\]{1,255})");
  private static final Pattern UP = Pattern.compile("(?:^|[\"/\\\\])\\.\\.(?:[\"/\\\\]|$)");
  private static final Pattern SHELL = Pattern.compile("[;|&`<>]|\\$[({]|\\\\n");

  private static final Set<String> LINE_BREAK = Set.of("\\n");

  /** Where a text goes on in the next line, which nothing within the text looks like. */
  private static final String GOES_ON = "\u2502 ";

  /** {@return arguments in canonical form as people are shown them} */
  public static ShownArguments of(String canonical) {
    var facts = new ArrayList<String>();
    var hidden = hidden(canonical);
    if (!hidden.isEmpty()) {
      facts.add("Has characters without a shape: " + String.join(", ", hidden) + ".");
    }
    if (UP.matcher(canonical).find()) {
      facts.add("Has a path that leads up, by \"..\".");
    }
    var marks = found(SHELL, 0, canonical);
    // Line breaks alone are seen, and every longer text has them.
    if (!marks.isEmpty() && !marks.equals(LINE_BREAK)) {
      facts.add("Has characters with a meaning for a shell: " + String.join(" ", marks));
    }
    // Each kind has its share, so that none crowds out another.
    hosts(canonical).stream()
        .limit(MOST_OF_ONE)
        .forEach(host -> facts.add("Names the host " + visible(host) + "."));
    mixed(canonical).stream()
        .limit(MOST_OF_ONE)
        .forEach(word ->
            facts.add("Has letters of more than one script in a word: " + visible(word) + "."));
    return new ShownArguments(visible(indented(canonical)), List.copyOf(facts));
  }

  /**
   * The beginning of arguments, where all of them have no place.
   *
   * @param text as in {@link ShownArguments}
   * @param isCut whether it is not all
   */
  public record Beginning(String text, boolean isCut) {}

  /** {@return at most {@code most} characters of the arguments as a person sees them} */
  public static Beginning beginning(String canonical, int most) {
    var text = visible(indented(cut(canonical, most)));
    boolean isCut = canonical.length() > most || text.length() > most;
    return new Beginning(isCut ? cut(text, most) + "…" : text, isCut);
  }

  /** Never splits a surrogate pair. */
  private static String cut(String text, int most) {
    return text.length() <= most
        ? text
        : text.substring(0, Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most);
  }

  /** {@return the text with names in place of characters without a shape} */
  public static String visible(String text) {
    var shown = new StringBuilder(text.length());
    text.codePoints()
        .forEach(point -> {
          if (isHidden(point)) {
            shown.append('\u27e6').append(name(point)).append('\u27e7');
          } else {
            shown.appendCodePoint(point);
          }
        });
    return shown.toString();
  }

  private static Set<String> hidden(String text) {
    var found = new LinkedHashSet<String>();
    text.codePoints()
        .filter(ShownArguments::isHidden)
        .mapToObj(ShownArguments::name)
        .takeWhile(_ -> found.size() < MOST)
        .forEach(found::add);
    return found;
  }

  private static String name(int point) {
    return String.format(Locale.ROOT, "U+%04X", point);
  }

  private static boolean isHidden(int point) {
    if (point == '\n' || point == '\t') {
      return false;
    }
    return switch (Character.getType(point)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.PRIVATE_USE,
          Character.UNASSIGNED,
          Character.SURROGATE ->
          true;
      default ->
          switch (point) {
            // Blank letters, and the brackets that name the others.
            case 0x34f, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x2800, 0x3164, 0xffa0, 0x27e6, 0x27e7 ->
                true;
            default ->
                // Spaces that are wider or narrower than the one people know, and variations.
                (Character.getType(point) == Character.SPACE_SEPARATOR && point != ' ')
                    || (point >= 0x180b && point <= 0x180f)
                    || (point >= 0xfe00 && point <= 0xfe0f)
                    || (point >= 0xe0100 && point <= 0xe01ef);
          };
    };
  }

  private static Set<String> mixed(String text) {
    var found = new LinkedHashSet<String>();
    var words = WORD.matcher(text);
    while (found.size() < MOST && words.find()) {
      var word = words.group(1) == null ? "" : words.group(1);
      long scripts =
          word.codePoints()
              .mapToObj(UnicodeScript::of)
              .filter(script ->
                  script == UnicodeScript.LATIN
                      || script == UnicodeScript.CYRILLIC
                      || script == UnicodeScript.GREEK
                      || script == UnicodeScript.ARMENIAN
                      || script == UnicodeScript.CHEROKEE)
              .distinct()
              .count();
      if (scripts > 1) {
        found.add(word.length() <= LONGEST_WORD ? word : word.substring(0, LONGEST_WORD) + "…");
      }
    }
    return found;
  }

  private static Set<String> hosts(String text) {
    return found(HOST, 1, text);
  }

  private static Set<String> found(Pattern pattern, int group, String text) {
    var found = new LinkedHashSet<String>();
    var matcher = pattern.matcher(text);
    while (found.size() < MOST && matcher.find()) {
      found.add(matcher.group(group));
    }
    return found;
  }

  /**
   * {@return JSON without white space, or the beginning of it, with each member and item on a line
   * of its own}
   */
  private static String indented(String json) {
    var out = new StringBuilder(json.length() * 5 / 4);
    int depth = 0;
    boolean isText = false;
    for (int i = 0; i < json.length(); i++) {
      char c = json.charAt(i);
      if (isText) {
        out.append(c);
        if (c == '\\' && i + 1 < json.length()) {
          char escaped = json.charAt(++i);
          out.append(escaped);
          if (escaped == 'n') {
            line(out, depth + 1);
            out.append(GOES_ON);
          }
        } else if (c == '"') {
          isText = false;
        }
        continue;
      }
      switch (c) {
        case '{', '[' -> {
          out.append(c);
          char next = i + 1 < json.length() ? json.charAt(i + 1) : ' ';
          if (next == '}' || next == ']') {
            out.append(next);
            i++;
          } else {
            line(out, ++depth);
          }
        }
        case '}', ']' -> {
          line(out, --depth);
          out.append(c);
        }
        case ',' -> {
          out.append(c);
          line(out, depth);
        }
        case ':' -> out.append(": ");
        default -> {
          isText = c == '"';
          out.append(c);
        }
      }
    }
    return out.toString();
  }

  private static void line(StringBuilder out, int depth) {
    out.append('\n').repeat("  ", depth);
  }
}
