package dev.belay.process.tree;

import java.util.ArrayList;
import java.util.List;

/**
 * The mark that all children of one running Belay inherit, so that none can get lost.
 *
 * <p>An entry of the environment whose name is unique to this instance, so that a Belay inside a
 * Belay adds its own and keeps the outer one's; and, where the system allows, a number as the soft
 * limit on file locks: no kernel since 2.4 enforces that limit, and a child that scrubs its
 * environment still inherits it. The limit names its instance by pid and start time, so that a
 * forged cookie cannot claim the limit of another instance.
 *
 * @param name the variable's name
 * @param owner the instance: pid, start time, pid namespace, and {@code locks}
 * @param locks the leading digits of the limit
 */
public record Cookie(String name, String owner, String locks) {
  /** Common prefix of the names of all such variables. */
  public static final String PREFIX = "BELAY_ROPE_";

  private static final int TREES = 1_000_000;
  private static final long STARTS = 100_000;
  private static final long PIDS = 10_000_000; // Linux has at most 2^22

  /**
   * Creates the cookie of this instance.
   *
   * @param self the Belay that starts the children
   * @param random 64 random bits, for the name
   */
  public static Cookie of(Instance self, long random) {
    var digits = "0".repeat(16).concat(Long.toHexString(random));
    var hex = digits.substring(digits.length() - 16);
    var locks = locks(self.member());
    return new Cookie(PREFIX + hex.substring(0, 8), self.name() + ":" + locks, locks);
  }

  /** {@return the leading digits of all limits set by the Belay with this process} */
  static String locks(TreeMember belay) {
    long number = Math.floorMod(belay.pid(), PIDS) * STARTS + Math.floorMod(belay.start(), STARTS);
    return Long.toString(PIDS * STARTS + number);
  }

  /** {@return the mark of the tree numbered {@code tree} alone} */
  public Mark mark(int tree) {
    var six = Integer.toString(TREES + Math.floorMod(tree, TREES)).substring(1);
    return new Mark(name, owner + ":" + tree, locks + six);
  }

  /** {@return the cookies in a block in the format of {@code /proc/PID/environ}} */
  static List<String> entriesIn(String environ) {
    int at = environ.indexOf(PREFIX);
    if (at < 0) {
      return List.of();
    }
    var entries = new ArrayList<String>();
    for (; at >= 0; at = environ.indexOf(PREFIX, at + 1)) {
      if (at == 0 || environ.charAt(at - 1) == '\0') {
        int end = environ.indexOf('\0', at);
        entries.add(environ.substring(at, end < 0 ? environ.length() : end));
      }
    }
    return entries;
  }
}
