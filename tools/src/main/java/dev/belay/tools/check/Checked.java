package dev.belay.tools.check;

import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** Result of checking a call's arguments. */
public sealed interface Checked {
  /**
   * The arguments are valid.
   *
   * @param arguments with defaults filled in, and without nulls for absent values
   */
  record Accepted(ObjectNode arguments) implements Checked {}

  /**
   * The arguments are invalid, and the tool must not run.
   *
   * @param violations at least one; 200 stand for that many or more
   */
  record Rejected(List<Violation> violations) implements Checked {
    /**
     * The number of violations in a message; with more of them, a caller must read the schema
     * again.
     */
    private static final int TOLD = 20;

    /** Makes a defensive copy. */
    public Rejected {
      violations = List.copyOf(violations);
    }

    /** {@return a message for the calling model that names the violations and the next step} */
    public String message(String tool) {
      var text = new StringBuilder(tool).append(" was not run: ");
      text.append(
          violations.size() == 1
              ? "one thing is wrong with its arguments."
              : atLeast() + violations.size() + " things are wrong with its arguments.");
      violations.stream().limit(TOLD).forEach(one -> text.append("\n- ").append(one));
      if (violations.size() > TOLD) {
        text.append("\n- and ").append(atLeast()).append(violations.size() - TOLD).append(" more");
      }
      return text.append("\nCorrect this and call it again.").toString();
    }

    private String atLeast() {
      return violations.size() < ValueCheck.MOST ? "" : "at least ";
    }
  }
}
