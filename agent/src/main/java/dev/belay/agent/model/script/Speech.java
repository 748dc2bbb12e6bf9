package dev.belay.agent.model.script;

import dev.belay.agent.model.ModelException;
import dev.belay.agent.model.ModelTrouble;
import dev.belay.core.cancel.Cancellation;
import dev.belay.core.time.Time;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/** Says one message, word by word, and ends promptly when it is stopped. For one thread. */
final class Speech implements AutoCloseable {
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
      // Without a limit, so that simulated time does not run on to it.
      var _ = stopped.get();
    } catch (ExecutionException e) {
      throw new AssertionError("nobody fails it", e);
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
