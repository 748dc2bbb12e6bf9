package dev.belay.config;

import java.util.List;

/**
 * A pattern over tool names: {@code *} is any run of characters, {@code ?} is one, all else is
 * itself.
 */
public record Glob(String pattern) {
  /** Lists of them; an empty one would read as "nothing" to one and as "no matter" to another. */
  static final Codec<List<Glob>> LIST =
      Codec.of(
          Codec.Shape.FILLED_LIST,
          texts -> new Reading.Good<>(texts.stream().map(Glob::new).toList()),
          globs -> Codec.show(globs.stream().map(Glob::pattern).toList()));

  /** Separates the server from the tool in a qualified name. */
  public static final String SEPARATOR = "__";

  /**
   * {@return the name that a tool has at its own server, by the one that clients see}
   *
   * <p>What stands behind the last separator that has something on both sides: servers' names may
   * hold it, and so may those of a gateway's tools behind a gateway. Without one, the name as it
   * is.
   */
  public static String bare(String name) {
    int at = name.lastIndexOf(SEPARATOR, name.length() - SEPARATOR.length() - 1);
    return at <= 0 ? name : name.substring(at + SEPARATOR.length());
  }

  /** {@return true if it fits the name that clients see, or the {@linkplain #bare bare} one} */
  public boolean namesSeen(String name) {
    return matches(name) || matches(bare(name));
  }

  /** {@return true if it names this tool, bare or as {@code server__tool}} */
  public boolean names(String server, String tool) {
    return matches(tool) || matches(server + SEPARATOR + tool);
  }

  /** {@return false if it is written for the tools of another server, as {@code server__tool}} */
  public boolean mayNameToolOf(String server) {
    int at = pattern.indexOf(SEPARATOR, 1);
    boolean qualified = at > 0;
    while (at > 0) {
      // A server's own name may hold the separator.
      if (new Glob(pattern.substring(0, at)).matches(server)) {
        return true;
      }
      at = pattern.indexOf(SEPARATOR, at + 1);
    }
    return !qualified;
  }

  /** {@return true if the whole name fits} */
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

  /** {@return how exactly it names: no wildcard at all first, then by the count of its letters} */
  int specificity() {
    var letters = (int) pattern.chars().filter(c -> c != '*' && c != '?').count();
    return letters == pattern.length() ? Integer.MAX_VALUE : letters;
  }
}
