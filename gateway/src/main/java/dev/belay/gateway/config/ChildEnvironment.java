package dev.belay.gateway.config;

import dev.belay.process.spawn.BaseEnvironment;
import dev.belay.process.tree.Cookie;
import java.util.Map;
import java.util.TreeMap;

/** What an upstream's process finds in its environment. */
public final class ChildEnvironment {
  /** Prefix of the variables that are Belay's own. */
  static final String OWN = "BELAY_";

  /**
   * Prefix of the cookies by which trees are found again; a Belay inside a Belay needs them all.
   */
  static final String ROPE = Cookie.PREFIX;

  private ChildEnvironment() {}

  /**
   * {@return for {@code belay wrap}: all that Belay was given, since clients put the server's keys
   * there, less Belay's own}
   */
  public static Map<String, String> forWrap(Map<String, String> own) {
    return forWrap(own, Map.of());
  }

  /** {@return as {@link #forWrap(Map)}, and the variables of {@code --env} over it} */
  public static Map<String, String> forWrap(
      Map<String, String> own, Map<String, String> configured) {
    Map<String, String> child = new TreeMap<>(own);
    child.keySet().removeIf(name -> name.startsWith(OWN) && !name.startsWith(ROPE));
    child.putAll(configured);
    return child;
  }

  /**
   * {@return for a server of a config file: PATH, HOME, locale and temp of Belay's environment, and
   * the configured variables, whose references loading has replaced}
   */
  public static Map<String, String> forConfig(
      Map<String, String> own, Map<String, String> configured) {
    Map<String, String> child = new TreeMap<>(BaseEnvironment.of(own));
    child.putAll(configured);
    return child;
  }
}
