package dev.belay.agent.model.script;

import dev.belay.agent.history.Block;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What has to be so when a step is reached; null is not looked at.
 *
 * @param tools tools that have to be offered
 * @param results of all results of the last message, in order
 */
record Expectation(
    @Nullable Match lastUser,
    @Nullable Match instructions,
    List<String> tools,
    @Nullable List<OfResult> results) {
  private static final int SHOWN = 200;
  static final Expectation NONE = new Expectation(null, null, List.of(), null);

  /** What a result has to be; null is not looked at. */
  record OfResult(@Nullable Match contains, @Nullable Boolean error) {}

  /** {@return what is not so, after "expected"; null if all is} */
  @Nullable String unmet(Moment moment) {
    if (lastUser != null && !lastUser.in(moment.question())) {
      return lastUser.written() + " in the last question, but got " + shown(moment.question());
    }
    if (instructions != null && !instructions.in(moment.instructions())) {
      return instructions.written()
          + " in the instructions, but got "
          + shown(moment.instructions());
    }
    for (var tool : tools) {
      if (!moment.tools().contains(tool)) {
        return "the tool " + tool + " to be offered, but got " + moment.tools();
      }
    }
    return results == null ? null : unmet(results, moment.results());
  }

  private static @Nullable String unmet(List<OfResult> expected, List<Block.ToolResult> got) {
    if (expected.size() != got.size()) {
      return expected.size() + " result(s), but got " + got.size();
    }
    for (var i = 0; i < got.size(); i++) {
      var contains = expected.get(i).contains();
      var error = expected.get(i).error();
      if (contains != null && !contains.in(got.get(i).text())) {
        return contains.written() + " in result " + i + ", but got " + shown(got.get(i).text());
      }
      if (error != null && error != got.get(i).isError()) {
        return "result "
            + i
            + (error ? " to be an error" : " to be no error")
            + ", but got "
            + shown(got.get(i).text());
      }
    }
    return null;
  }

  private static String shown(String text) {
    return "'" + (text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "…") + "'";
  }
}
