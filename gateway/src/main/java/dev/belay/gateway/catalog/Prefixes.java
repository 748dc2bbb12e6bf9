package dev.belay.gateway.catalog;

import dev.belay.config.Glob;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * What stands before the names of each server's tools and prompts: the server's own name in letters
 * that every client takes, and no two alike.
 */
final class Prefixes {
  private Prefixes() {}

  /** {@return the prefix of each server, without the separator; the first of two keeps its own} */
  static Map<String, String> of(Collection<String> servers) {
    var prefixes = new LinkedHashMap<String, String>();
    // Names that need no change come first, so that nobody takes theirs.
    Set<String> taken = new LinkedHashSet<>();
    for (var server : servers) {
      if (plain(server).equals(server)) {
        taken.add(server);
      }
    }
    for (var server : servers) {
      var plain = plain(server);
      var prefix = plain;
      for (int number = 2; !plain.equals(server) && !taken.add(prefix); number++) {
        prefix = plain + "_" + number;
      }
      prefixes.put(server, prefix);
    }
    return prefixes;
  }

  /** Models' hosts take letters, digits, underscores and hyphens in the names of tools. */
  private static String plain(String server) {
    var plain = new StringBuilder(server.length());
    for (int i = 0; i < server.length(); i++) {
      char c = server.charAt(i);
      boolean isPlain =
          (c >= 'a' && c <= 'z')
              || (c >= 'A' && c <= 'Z')
              || (c >= '0' && c <= '9')
              || c == '_'
              || c == '-';
      plain.append(isPlain ? c : '_');
    }
    return plain.toString();
  }

  /** {@return the name that clients see} */
  static String visible(String prefix, String name) {
    return prefix + Glob.SEPARATOR + name;
  }
}
