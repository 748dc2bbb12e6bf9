package dev.belay.process.spawn;

import dev.belay.process.tree.Cookie;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Builds environments for child processes. Each keeps the cookies by which process trees are found
 * again: a Belay inside a Belay needs them all.
 */
public final class ChildEnvironment {
  private static final Set<String> BASE =
      Set.of("PATH", "HOME", "LANG", "LANGUAGE", "TZ", "TMPDIR", "TMP", "TEMP");

  private ChildEnvironment() {}

  /**
   * {@return the minimum that every child needs: PATH, HOME, locale and temporary directory of
   * {@code own}. Keys and tokens in it are passed on only if configured}
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
   * {@return the environment of a server in a config file: {@link #base}, overridden by the
   * configured variables}
   */
  public static Map<String, String> forConfig(
      Map<String, String> own, Map<String, String> configured) {
    var child = base(own);
    child.putAll(configured);
    return child;
  }

  /**
   * {@return the environment for {@code belay wrap}: all of {@code own} but Belay's variables,
   * since clients put the server's keys there, overridden by those of {@code --env}}
   */
  public static Map<String, String> forWrap(
      Map<String, String> own, Map<String, String> configured) {
    var child = new TreeMap<>(own);
    child.keySet().removeIf(name -> name.startsWith("BELAY_") && !name.startsWith(Cookie.PREFIX));
    child.putAll(configured);
    return child;
  }
}
