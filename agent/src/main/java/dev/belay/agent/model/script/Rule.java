package dev.belay.agent.model.script;

import dev.belay.core.text.StoppablePattern;
import dev.belay.core.text.StoppableText;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Steps for questions of one kind.
 *
 * @param when what is looked for in the question
 * @param needs tools that have to be offered for it
 */
record Rule(StoppablePattern when, List<String> needs, List<Step> steps) {
  /** Longer questions are looked at so far: expressions can take their time. */
  private static final int LOOKED_AT = 10_000;

  Rule {
    needs = List.copyOf(needs);
    steps = List.copyOf(steps);
  }

  /** {@return what was caught; null if it does not fit} */
  @Nullable List<String> fits(Moment moment) {
    var question = moment.question();
    var found =
        when.matcher(
            new StoppableText(question.substring(0, Math.min(question.length(), LOOKED_AT))));
    if (!moment.tools().containsAll(needs) || !found.find()) {
      return null;
    }
    var groups = new ArrayList<String>();
    for (var i = 0; i <= found.groupCount(); i++) {
      var group = found.group(i);
      groups.add(group == null ? "" : group);
    }
    return groups;
  }
}
