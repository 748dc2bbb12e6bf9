package dev.belay.process.tree;

import org.jspecify.annotations.Nullable;

/**
 * The instance that set a cookie, as named in its value.
 *
 * @param member the Belay that set it
 * @param namespace the pid namespace of that pid
 * @param locks the leading digits of the limits that this Belay gives its children
 */
record CookieOwner(TreeMember member, String namespace, String locks) {
  private static final int PARTS = 5;
  private static final int LOCK_DIGITS = 13;

  /**
   * Parses an entry {@code NAME=pid:start:namespace:locks:tree}; null if it was not written by
   * Belay.
   */
  static @Nullable CookieOwner of(String entry) {
    var parts = entry.substring(entry.indexOf('=') + 1).split(":", -1);
    if (parts.length != PARTS || parts[3].length() != LOCK_DIGITS) {
      return null;
    }
    try {
      var member = new TreeMember(Long.parseLong(parts[0]), Long.parseLong(parts[1]));
      return parts[3].equals(Cookie.locks(member))
          ? new CookieOwner(member, parts[2], parts[3])
          : null;
    } catch (NumberFormatException e) {
      return null;
    }
  }

  /** {@return the part of a limit that names its owner; empty if it is not a mark} */
  static String locksIn(String lockLimit) {
    return lockLimit.length() > LOCK_DIGITS ? lockLimit.substring(0, LOCK_DIGITS) : "";
  }
}
