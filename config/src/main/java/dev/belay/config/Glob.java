package dev.belay.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/**
 * A pattern for tool names: {@code *} matches any run of characters, {@code ?} one, all others
 * themselves.
 */
public record Glob(String pattern) {
  /** Lists of globs; an empty one would mean "nothing" to some readers and "anything" to others. */
  static final Codec<List<Glob>> LIST =
      Codec.of(
          Codec.Shape.FILLED_LIST,
          texts -> new Reading.Good<>(texts.stream().map(Glob::new).toList()),
          globs -> Codec.show(globs.stream().map(Glob::pattern).toList()));

  /** Matches every name, also the empty one. */
  public static final Glob ANY = new Glob("*");

  /** Separates the server from the tool in a qualified name. */
  public static final String SEPARATOR = "__";

  /**
   * {@return the name of a tool at its own server, from the one that clients see}
   *
   * <p>It is the part after the last separator that has text on both sides: server names may
   * contain the separator, and so may the names of tools behind another gateway. Without a
   * separator, the whole name.
   */
  public static String bare(String name) {
    int at = name.lastIndexOf(SEPARATOR, name.length() - SEPARATOR.length() - 1);
    return at <= 0 ? name : name.substring(at + SEPARATOR.length());
  }

  /** {@return true if it matches the name that clients see, or the {@linkplain #bare bare} one} */
  public boolean namesSeen(String name) {
    return matches(name) || matches(bare(name));
  }

  /** {@return true if it matches this tool, bare or as {@code server__tool}} */
  public boolean names(String server, String tool) {
    return matches(tool) || matches(server + SEPARATOR + tool);
  }

  /** {@return false if it is written for the tools of another server, as {@code server__tool}} */
  public boolean mayNameToolOf(String server) {
    int at = pattern.indexOf(SEPARATOR, 1);
    boolean qualified = at > 0;
    while (at > 0) {
      // A server's own name may contain the separator.
      if (new Glob(pattern.substring(0, at)).matches(server)) {
        return true;
      }
      at = pattern.indexOf(SEPARATOR, at + 1);
    }
    return !qualified;
  }

  /** {@return true if it matches the whole name} */
  public boolean matches(String name) {
    var p = 0;
    var n = 0;
    var star = -1;
    var resume = 0;
    while (n < name.length()) {
      var c = p < pattern.length() ? pattern.charAt(p) : '\0';
      if (c == '*') {
        star = p++;
        resume = n;
      } else if (p < pattern.length() && (c == '?' || c == name.charAt(n))) {
        p++;
        n++;
      } else if (star >= 0) {
        p = star + 1;
        n = ++resume;
      } else {
        return false;
      }
    }
    while (p < pattern.length() && pattern.charAt(p) == '*') {
      p++;
    }
    return p == pattern.length();
  }

  /**
   * {@return those in the order of their globs' precedence, the most specific first}
   *
   * <p>Among equally specific globs the later one counts.
   */
  static <T> List<T> bySpecificity(Collection<T> all, Function<T, Glob> glob) {
    // One of Comparator's own can be serialized, and so would be made anew at each start.
    Comparator<T> specific =
        (a, b) -> Integer.compare(glob.apply(b).specificity(), glob.apply(a).specificity());
    return List.copyOf(all).reversed().stream().sorted(specific).toList();
  }

  /**
   * {@return the precedence: patterns without wildcards first, then by the number of literal
   * characters}
   */
  int specificity() {
    var letters = (int) pattern.chars().filter(c -> c != '*' && c != '?').count();
    return letters == pattern.length() ? Integer.MAX_VALUE : letters;
  }
}
