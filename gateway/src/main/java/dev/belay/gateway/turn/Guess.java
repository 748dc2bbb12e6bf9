package dev.belay.gateway.turn;

import dev.belay.core.name.Nearest;
import dev.belay.core.turn.ToolAnswer;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a model may have meant that asked for a tool which is not on the list: said where the call
 * fails, since it may be there all the same.
 *
 * @param known the names that it could have meant, asked for once it is needed; null where the tool
 *     is on the list
 */
record Guess(String name, @Nullable Supplier<List<String>> known) {
  private static final int MOST = 3;
  private static final String QUESTION = " Did you mean ";

  /** {@return the reason of a refusal, with what may have been meant} */
  String on(String reason) {
    // Whoever refused may have guessed already.
    if (known == null || reason.contains(QUESTION)) {
      return reason;
    }
    var near = Nearest.several(name, known.get(), MOST);
    return near.isEmpty() ? reason : sentence(reason) + QUESTION + String.join(" or ", near) + "?";
  }

  /** Many servers end their reasons with the name, which the question must not run into. */
  private static String sentence(String reason) {
    return reason.isEmpty() || ".?!".indexOf(reason.charAt(reason.length() - 1)) >= 0
        ? reason
        : reason + ".";
  }

  /** {@return what the tool says, likewise where that is a failure} */
  ToolAnswer on(ToolAnswer answer) {
    return answer.isError()
        ? new ToolAnswer(on(answer.text()), answer.fingerprint(), /* isError= */ true)
        : answer;
  }
}
