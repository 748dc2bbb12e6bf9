package dev.belay.process.spawn;

import dev.belay.process.tree.Cookie;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Environments of child processes. Each keeps the cookies by which process trees are found again: a
 * Belay inside a Belay needs them all.
 */
public final class ChildEnvironment {
  private static final Set<String> BASE =
      Set.of("PATH", "HOME", "LANG", "LANGUAGE", "TZ", "TMPDIR", "TMP", "TEMP");

  private ChildEnvironment() {}

  /**
   * {@return what every child needs to run at all: PATH, HOME, locale and temporary directory of
   * {@code own}. Keys and tokens in it are passed on only where they are configured}
   */
  public static Map<String, String> base(Map<String, String> own) {
    var base = new TreeMap<String, String>();
    own.forEach((name, value) -> {
      if (BASE.contains(name) || name.startsWith("LC_") || name.startsWith(Cookie.PREFIX)) {
        base.put(name, value);
      }
    });
    return base;
  }

  /**
   * {@return for a server of a config file: {@link #base} with the configured variables over it}
   */
  public static Map<String, String> forConfig(
      Map<String, String> own, Map<String, String> configured) {
    var child = base(own);
    child.putAll(configured);
    return child;
  }

  /**
   * {@return for {@code belay wrap}: all of {@code own} but Belay's variables, since clients put
   * the server's keys there, with those of {@code --env} over it}
   */
  public static Map<String, String> forWrap(
      Map<String, String> own, Map<String, String> configured) {
    var child = new TreeMap<>(own);
    child.keySet().removeIf(name -> name.startsWith("BELAY_") && !name.startsWith(Cookie.PREFIX));
    child.putAll(configured);
    return child;
  }
}
