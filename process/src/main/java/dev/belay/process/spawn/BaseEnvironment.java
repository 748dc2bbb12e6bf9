package dev.belay.process.spawn;

import dev.belay.process.tree.Cookie;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What every child needs of an environment to run at all: keys and tokens, which stand in it too,
 * are passed on only where they are configured.
 */
public final class BaseEnvironment {
  private static final Set<String> NAMES =
      Set.of("PATH", "HOME", "LANG", "LANGUAGE", "TZ", "TMPDIR", "TMP", "TEMP");

  private BaseEnvironment() {}

  /**
   * {@return PATH, HOME, locale and temporary directory of {@code own}, and the cookies by which
   * trees are found again: a Belay inside a Belay needs them all}
   */
  public static Map<String, String> of(Map<String, String> own) {
    var base = new TreeMap<String, String>();
    own.forEach((name, value) -> {
      if (NAMES.contains(name) || name.startsWith("LC_") || name.startsWith(Cookie.PREFIX)) {
        base.put(name, value);
      }
    });
    return base;
  }
}
