package dev.belay.tools.declare;

import java.util.ArrayList;
import java.util.List;

/** Collects the problems of tools, to report them all at once. */
final class Problems {
  private final List<Problem> found = new ArrayList<>();

  void add(String where, String what) {
    found.add(new Problem(where, what));
  }

  List<Problem> found() {
    return List.copyOf(found);
  }

  void throwIfAny() {
    if (!found.isEmpty()) {
      throw new InvalidToolsException(found);
    }
  }
}
