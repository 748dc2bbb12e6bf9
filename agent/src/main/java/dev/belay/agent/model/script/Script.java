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

  /**
   * The answer to one request.
   *
   * @param name what people call it, such as {@code step 2}
   * @param say the words, which come first
   * @param pause how long it is silent before each piece of them but the first
   * @param end what comes after words and calls
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

  /** What a step does once it has said its words. */
  sealed interface StepEnd {
    /** The message is whole. */
    record Done() implements StepEnd {}

    /** Nothing more comes, until somebody stops it. */
    record Hang() implements StepEnd {}

    /**
     * There is no message.
     *
     * @param retryAfter how long it asks to wait; null for nothing
     */
    record Fail(ModelTrouble trouble, @Nullable Duration retryAfter) implements StepEnd {}
  }

  /**
   * A call that a step asks for.
   *
   * @param id null for one that is made up
   */
  record ScriptedCall(@Nullable String id, String name, InputTemplate input) {
    Block.ToolUse use(String otherwise, Moment moment) throws MissingQuote {
      return new Block.ToolUse(id == null ? otherwise : id, name, input.fill(moment));
    }
  }

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

  /** What a text has to have somewhere: {@code some words}, or {@code /an expression/}. */
  record Match(StoppablePattern pattern, String written) {
    /**
     * {@return what looks for it}
     *
     * @throws PatternSyntaxException if it is an expression, and a wrong one
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
