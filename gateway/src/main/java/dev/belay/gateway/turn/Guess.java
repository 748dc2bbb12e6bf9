package dev.belay.gateway.turn;

import dev.belay.core.name.Nearest;
import dev.belay.core.turn.ToolAnswer;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Suggestions for a name that is not on the list of tools, added to the failure of the call, since
 * the tool may exist nevertheless.
 *
 * @param known supplies the names to suggest, if needed; null if the tool is on the list
 */
record Guess(String name, @Nullable Supplier<List<String>> known) {
  private static final int MOST = 3;
  private static final String QUESTION = " Did you mean ";

  /** {@return the reason of a refusal, with suggestions} */
  String on(String reason) {
    // The reason may contain suggestions already.
    if (known == null || reason.contains(QUESTION)) {
      return reason;
    }
    var near = Nearest.several(name, known.get(), MOST);
    return near.isEmpty() ? reason : sentence(reason) + QUESTION + String.join(" or ", near) + "?";
  }

  /** Ends the reason as a sentence: many servers end it with the name, without a full stop. */
  private static String sentence(String reason) {
    return reason.isEmpty() || ".?!".indexOf(reason.charAt(reason.length() - 1)) >= 0
        ? reason
        : reason + ".";
  }

  /** {@return the answer of the tool, with suggestions if it is a failure} */
  ToolAnswer on(ToolAnswer answer) {
    return answer.isError()
        ? new ToolAnswer(on(answer.text()), answer.fingerprint(), /* isError= */ true)
        : answer;
  }
}
