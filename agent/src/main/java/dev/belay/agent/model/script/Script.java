package dev.belay.agent.model.script;

import dev.belay.agent.history.Block;
import dev.belay.agent.model.ModelException.ModelTrouble;
import dev.belay.agent.model.script.Template.InputTemplate;
import dev.belay.agent.model.script.Template.MissingQuote;
import dev.belay.core.text.StoppablePattern;
import dev.belay.core.text.StoppableText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * A scripted model's behaviour: either steps, one per message of the model, or rules, of which the
 * first that matches the last question gives the steps for it.
 *
 * @param otherwise the step used if there is no other; null to fail
 * @param repeat whether the steps start again after the last one
 */
record Script(List<Step> steps, List<Rule> rules, @Nullable Step otherwise, boolean repeat) {
  Script {
    steps = List.copyOf(steps);
    rules = List.copyOf(rules);
  }

  /** {@return the step for a request with the groups of its rule; null if there is none} */
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
   * The step to perform.
   *
   * @param groups the whole match of the rule's {@code when}, then its groups
   */
  record Cue(Step step, List<String> groups) {}

  /**
   * The response to one request.
   *
   * @param name the display name, such as {@code step 2}
   * @param say the text, emitted first
   * @param pause the pause before each word but the first
   * @param end what follows text and calls
   */
  record Step(
      String name,
      Expectation expect,
      Template say,
      Duration pause,
      List<ScriptedCall> calls,
      StepEnd end) {
    Step {
      calls = List.copyOf(calls);
    }
  }

  /** End of a step, after its text. */
  sealed interface StepEnd {
    /** Completes the message. */
    record Done() implements StepEnd {}

    /** Sends nothing more until stopped. */
    record Hang() implements StepEnd {}

    /**
     * Fails.
     *
     * @param retryAfter the requested wait; null for none
     */
    record Fail(ModelTrouble trouble, @Nullable Duration retryAfter) implements StepEnd {}
  }

  /**
   * A call requested by a step.
   *
   * @param id null for a generated one
   */
  record ScriptedCall(@Nullable String id, String name, InputTemplate input) {
    Block.ToolUse use(String otherwise, Moment moment) throws MissingQuote {
      return new Block.ToolUse(id == null ? otherwise : id, name, input.fill(moment));
    }
  }

  /**
   * Steps for questions that match a pattern.
   *
   * @param when the pattern to find in the question
   * @param needs tools that must be offered
   */
  record Rule(StoppablePattern when, List<String> needs, List<Step> steps) {
    /** Only this many characters are searched: regular expressions can be slow. */
    private static final int LOOKED_AT = 10_000;

    Rule {
      needs = List.copyOf(needs);
      steps = List.copyOf(steps);
    }

    /** {@return the match and its groups; null if the rule does not apply} */
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

  /**
   * Expectations of a step; null matches anything.
   *
   * @param tools tools that must be offered
   * @param results expectations of all results of the last message, in order
   */
  record Expectation(
      @Nullable Match lastUser,
      @Nullable Match instructions,
      List<String> tools,
      @Nullable List<OfResult> results) {
    private static final int SHOWN = 200;
    static final Expectation NONE = new Expectation(null, null, List.of(), null);

    /** Expectation of a result; null matches anything. */
    record OfResult(@Nullable Match contains, @Nullable Boolean error) {}

    /** {@return the unmet expectation, as text after "expected"; null if all are met} */
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

  /** Search for {@code some text} or {@code /a regular expression/}. */
  record Match(StoppablePattern pattern, String written) {
    /**
     * {@return the search}
     *
     * @throws PatternSyntaxException if it is an invalid regular expression
     */
    static Match of(String written) {
      boolean isExpression =
          written.length() > 2 && written.startsWith("/") && written.endsWith("/");
      var pattern =
          isExpression
              ? StoppablePattern.of(written.substring(1, written.length() - 1))
              : StoppablePattern.of(written, Pattern.LITERAL);
      return new Match(pattern, isExpression ? written : "'" + written + "'");
    }

    boolean in(String text) {
      return pattern.matcher(new StoppableText(text)).find();
    }
  }
}
