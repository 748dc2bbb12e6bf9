package dev.belay.process.tree;

import org.jspecify.annotations.Nullable;

/**
 * Whose cookie a process carries, as its value tells.
 *
 * @param member the Belay that set it
 * @param namespace the pid namespace that this pid counts in
 * @param locks the leading digits of the limits that this Belay gives its children
 */
record Owner(Member member, String namespace, String locks) {
  private static final int PARTS = 5;
  private static final int LOCK_DIGITS = 13;

  /** Reads an entry {@code NAME=pid:start:namespace:locks:tree}; null if no Belay wrote it. */
  static @Nullable Owner of(String entry) {
    var parts = entry.substring(entry.indexOf('=') + 1).split(":", -1);
    if (parts.length != PARTS || parts[3].length() != LOCK_DIGITS) {
      return null;
    }
    try {
      var member = new Member(Long.parseLong(parts[0]), Long.parseLong(parts[1]));
      return parts[3].equals(Cookie.locks(member)) ? new Owner(member, parts[2], parts[3]) : null;
    } catch (NumberFormatException e) {
      return null;
    }
  }

  /** {@return the part of a limit that names its owner; empty if it is no mark} */
  static String locksIn(String lockLimit) {
    return lockLimit.length() > LOCK_DIGITS ? lockLimit.substring(0, LOCK_DIGITS) : "";
  }
}
