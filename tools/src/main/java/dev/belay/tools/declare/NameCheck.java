package dev.belay.tools.declare;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds tools that could not be told apart in a call. */
final class NameCheck {
  private final List<Draft> drafts;
  private final Problems problems;

  /** Who is called so, by their place in the list. */
  private final Map<String, Integer> taken = new HashMap<>();

  NameCheck(List<Draft> drafts, Problems problems) {
    this.drafts = drafts;
    this.problems = problems;
  }

  void run() {
    for (int i = 0; i < drafts.size(); i++) {
      var name = drafts.get(i).name();
      tell(taken.putIfAbsent(name, i), i, name);
    }
    for (int i = 0; i < drafts.size(); i++) {
      var draft = drafts.get(i);
      var alias = draft.category() + "." + draft.name();
      @Nullable Integer before = taken.putIfAbsent(alias, i);
      // Of two that are called the same, the aliases are the same too: told once.
      if (before != null && !drafts.get(before).name().equals(draft.name())) {
        tell(before, i, alias);
      }
    }
  }

  private void tell(@Nullable Integer before, int draft, String name) {
    if (before != null && before != draft) {
      var other = drafts.get(before).where();
      problems.add(
          drafts.get(draft).where(), name + " is also what calls " + other + ": rename one");
    }
  }
}
