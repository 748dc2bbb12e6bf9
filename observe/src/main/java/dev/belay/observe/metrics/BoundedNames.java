package dev.belay.observe.metrics;

import java.util.HashSet;
import java.util.Set;

/**
 * A bounded set of names for labels, since each makes a permanent series and clients choose the
 * names that they call. Not safe for use by several threads.
 */
final class BoundedNames {
  /** The label of all further names. */
  static final String OTHERS = "other";

  /** Stands for a name beyond the bound; it is not a valid name of a tool. */
  static final String UNKNOWN = "unknown";

  private final Set<String> known = new HashSet<>();
  private final int most;

  BoundedNames(int most) {
    this.most = most;
  }

  String label(String name) {
    if (known.contains(name)) {
      return name;
    }
    return known.size() < most && known.add(name) ? name : OTHERS;
  }
}
