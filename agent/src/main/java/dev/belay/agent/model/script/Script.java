package dev.belay.agent.model.script;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a model is to say: either steps, one for each message of the model in a conversation, or
 * rules, of which the first that fits the last question has the steps for that question.
 *
 * @param otherwise what is said where there is no step; null for nothing, which is an error
 * @param repeat whether the steps begin again after the last one
 */
record Script(List<Step> steps, List<Rule> rules, @Nullable Step otherwise, boolean repeat) {
  Script {
    steps = List.copyOf(steps);
    rules = List.copyOf(rules);
  }

  /** {@return the step for a request, with what its rule caught; null where there is none} */
  @Nullable Cue cue(Moment moment) {
    if (rules.isEmpty()) {
      int done = moment.messagesOfModel();
      int next = repeat && !steps.isEmpty() ? done % steps.size() : done;
      return cue(steps, next, List.of());
    }
    for (var rule : rules) {
      var groups = rule.fits(moment);
      if (groups != null) {
        return cue(rule.steps(), moment.messagesSinceQuestion(), groups);
      }
    }
    return cue(List.of(), 0, List.of());
  }

  private @Nullable Cue cue(List<Step> of, int next, List<String> groups) {
    if (next < of.size()) {
      return new Cue(of.get(next), groups);
    }
    return otherwise == null ? null : new Cue(otherwise, groups);
  }

  /**
   * A step whose turn it is.
   *
   * @param groups what {@code when} of its rule caught: all of it, then its groups
   */
  record Cue(Step step, List<String> groups) {}
}
