package dev.belay.agent.model.script;

import dev.belay.agent.history.Block;
import dev.belay.agent.history.Message;
import dev.belay.agent.model.Model;
import dev.belay.agent.model.Model.Prompt;
import dev.belay.agent.model.ModelException;
import dev.belay.agent.model.ModelException.ModelTrouble;
import dev.belay.agent.model.script.Script.Step;
import dev.belay.agent.model.script.Script.StepEnd;
import dev.belay.agent.model.script.Template.MissingQuote;
import dev.belay.core.cancel.Cancellation;
import dev.belay.core.time.Time;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * A model that follows a script: {@code docs/scripted-models.md}.
 *
 * <p>It is stateless: the next step is derived from the prompt, for {@code steps} from the number
 * of the model's messages in the conversation, for {@code rules} from their number since the last
 * question. One instance therefore serves any number of sessions at once.
 */
public final class ScriptedModel implements Model {
  private final Script script;
  private final Time time;

  private ScriptedModel(Script script, Time time) {
    this.script = script;
    this.time = time;
  }

  /**
   * {@return a model that follows this script}
   *
   * @throws ScriptException if it is invalid; the message has a line per fault
   */
  public static ScriptedModel of(String yaml, Time time) throws ScriptException {
    return new ScriptedModel(Scripts.read("script", yaml), time);
  }

  /**
   * {@return a model that follows the script in a file}
   *
   * @throws ScriptException if it cannot be read or is invalid; the message has a line per fault
   */
  public static ScriptedModel load(Path file, Time time) throws ScriptException {
    return new ScriptedModel(Scripts.load(file), time);
  }

  /** {@return the built-in demonstration, which answers any message and uses the sample tools} */
  public static ScriptedModel builtIn(Time time) {
    return new ScriptedModel(Scripts.builtIn(), time);
  }

  @Override
  public Message.Assistant ask(Prompt prompt, Hearer onText, Cancellation stop)
      throws ModelException, InterruptedException {
    var moment = Moment.of(prompt);
    var cue = script.cue(moment);
    if (cue == null) {
      throw new ModelException(ModelTrouble.REFUSED, missing(moment));
    }
    var step = cue.step();
    var unmet = step.expect().unmet(moment);
    if (unmet != null) {
      throw new ModelException(ModelTrouble.REFUSED, step.name() + " expected " + unmet);
    }
    var message = message(step, moment.with(cue.groups()));
    try (var speech = new Speech(time, onText, stop)) {
      for (var block : message.blocks()) {
        if (block instanceof Block.Text(var text)) {
          speech.say(text, step.pause());
        }
      }
      speech.end(step.end(), step.name());
    }
    return message;
  }

  private String missing(Moment moment) {
    if (script.rules().isEmpty()) {
      return "the script has no step "
          + (moment.messagesOfModel() + 1)
          + "; it has "
          + script.steps().size()
          + ", and no 'otherwise'";
    }
    return "the script has no rule with a step "
        + (moment.messagesSinceQuestion() + 1)
        + " for what was asked, and no 'otherwise'";
  }

  private static Message.Assistant message(Step step, Moment moment) throws ModelException {
    try {
      var blocks = new ArrayList<Block.OfAssistant>();
      var text = step.say().fill(moment);
      if (!text.isEmpty()) {
        blocks.add(new Block.Text(text));
      }
      for (var call : step.calls()) {
        var number = moment.messagesOfModel() + 1;
        var id = "call-" + number + "-" + (blocks.size() - (text.isEmpty() ? 0 : 1));
        blocks.add(call.use(id, moment));
      }
      return new Message.Assistant(blocks);
    } catch (MissingQuote e) {
      throw new ModelException(
          ModelTrouble.REFUSED, step.name() + " quotes " + e.getMessage() + ", but there is none");
    }
  }

  /** Emits one message word by word and ends promptly when stopped. Confined to one thread. */
  static final class Speech implements AutoCloseable {
    private static final Pattern WORD = Pattern.compile("\\s*\\S+\\s*|\\s+");

    private final Time time;
    private final Consumer<String> onText;
    private final CompletableFuture<Boolean> stopped = new CompletableFuture<>();
    private final Cancellation.Registration hook;
    private boolean begun;

    Speech(Time time, Consumer<String> onText, Cancellation stop) {
      this.time = time;
      this.onText = onText;
      hook = stop.onCancel(_ -> stopped.complete(true));
    }

    void say(String text, Duration pause) throws ModelException, InterruptedException {
      var words = WORD.matcher(text);
      while (words.find()) {
        if (begun && pause.isPositive()) {
          var _ = time.await(stopped, pause);
        }
        begun = true;
        check();
        onText.accept(words.group());
      }
    }

    void end(StepEnd end, String name) throws ModelException, InterruptedException {
      check();
      switch (end) {
        case StepEnd.Done() -> {}
        case StepEnd.Hang() -> hang();
        case StepEnd.Fail(var trouble, var retryAfter) ->
            throw new ModelException(
                trouble,
                name + " says that the model is " + trouble.name().toLowerCase(Locale.ROOT),
                retryAfter);
      }
    }

    private void hang() throws ModelException, InterruptedException {
      try {
        // Without a timeout, which simulated time would jump to.
        var _ = stopped.get();
      } catch (ExecutionException e) {
        throw new AssertionError("the future never fails", e);
      }
      check();
    }

    private void check() throws ModelException, InterruptedException {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      if (stopped.isDone()) {
        throw new ModelException(ModelTrouble.STOPPED, "the model was stopped");
      }
    }

    @Override
    public void close() {
      hook.close();
    }
  }
}
