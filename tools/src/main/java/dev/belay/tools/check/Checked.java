package dev.belay.tools.check;

import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** What came of checking a call's arguments. */
public sealed interface Checked {
  /**
   * They are what the tool takes.
   *
   * @param arguments with defaults filled in, and without nulls where none was meant
   */
  record Accepted(ObjectNode arguments) implements Checked {}

  /**
   * The tool must not run.
   *
   * @param violations what is wrong, at least one thing; 200 are that many, or still more
   */
  record Rejected(List<Violation> violations) implements Checked {
    /** How many are told; who is as wrong as that must read the schema again. */
    private static final int TOLD = 20;

    /** Keeps its own list. */
    public Rejected {
      violations = List.copyOf(violations);
    }

    /** {@return a text for the model that called, naming all violations and the next step} */
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
