package dev.belay.observe.metrics;

import java.util.HashSet;
import java.util.Set;

/**
 * Names as labels: a bounded number of them, since each makes a series for good and clients choose
 * what they call. Not safe for use by several threads.
 */
final class BoundedNames {
  /** What all further names are called. */
  static final String OTHERS = "other";

  /** Stands for a name beyond the bound, which no tool has. */
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
