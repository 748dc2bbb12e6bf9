package dev.belay.agent.model.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.agent.history.Message;
import dev.belay.agent.model.Model.Prompt;
import dev.belay.agent.model.ModelException;
import dev.belay.agent.model.provider.Models.ProvidedModel;
import dev.belay.config.ModelSettings;
import dev.belay.core.cancel.Cancellation;
import dev.belay.core.cancel.Cause;
import dev.belay.core.cancel.Stop;
import dev.belay.core.time.HandTime;
import dev.belay.core.time.Time;
import dev.belay.testkit.watch.Watch;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Sends one prompt to a stand-in through that provider's model, on a thread of its own. */
final class Asker implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private static final Prompt HI = new Prompt("", List.of(Message.User.of("Hi")), List.of());

  private final Watch watch = new Watch();
  private final AtomicReference<String> words = new AtomicReference<>("");
  private final CompletableFuture<Message.Assistant> answer = new CompletableFuture<>();
  private final Cancellation stop;
  private final ProvidedModel model;
  private final Thread thread;

  Asker(Shape shape, StandIn standIn) {
    this(shape, standIn, new HandTime());
  }

  Asker(Shape shape, StandIn standIn, Time time) {
    this(shape.settings(standIn.url()), time, HI);
  }

  Asker(ModelSettings settings) {
    this(settings, new HandTime(), HI);
  }

  Asker(ModelSettings settings, Time time, Prompt prompt) {
    this(settings, time, prompt, Cancellation.root(), _ -> {});
  }

  Asker(ModelSettings settings, Cancellation stop, Consumer<String> onText) {
    this(settings, new HandTime(), HI, stop, onText);
  }

  private Asker(
      ModelSettings settings,
      Time time,
      Prompt prompt,
      Cancellation stop,
      Consumer<String> onText) {
    this.stop = stop;
    var api =
        switch (settings.provider()) {
          case ANTHROPIC -> new AnthropicApi();
          case OPENAI -> new OpenAiApi();
          case OLLAMA -> new OllamaApi();
          case SCRIPTED -> throw new IllegalArgumentException("no provider");
        };
    model = new ProvidedModel(settings, api, time);
    thread = Thread.ofVirtual().name("asker").start(() -> ask(prompt, onText));
  }

  private void ask(Prompt prompt, Consumer<String> onText) {
    try {
      answer.complete(
          model.ask(
              prompt,
              text -> {
                words.accumulateAndGet(text, String::concat);
                watch.changed();
                onText.accept(text);
              },
              stop));
    } catch (ModelException | InterruptedException | RuntimeException e) {
      answer.completeExceptionally(e);
    }
  }

  /** Waits until it has passed on that text. */
  void awaitWords(String text) throws InterruptedException {
    watch.await(() -> text.equals(words.get()), LIMIT, () -> "heard " + words.get());
  }

  void stop() {
    assertThat(stop.cancel(new Stop.Cancelled(Cause.USER, "Ada"))).isTrue();
  }

  void interrupt() {
    thread.interrupt();
  }

  /** {@return the text passed on} */
  String words() {
    return words.get();
  }

  /** {@return the model's message} */
  Message.Assistant answer() {
    return answer.join();
  }

  /** {@return the exception in place of a message} */
  ModelException trouble() {
    return (ModelException) failure();
  }

  Throwable failure() {
    try {
      throw new AssertionError("there was an answer: " + answer.join());
    } catch (CompletionException e) {
      return cause(e);
    }
  }

  private static Throwable cause(Throwable e) {
    @Nullable Throwable cause = e.getCause();
    return cause == null ? e : cause;
  }

  @Override
  public void close() {
    model.close();
    var _ = answer.handle((_, _) -> true).join();
  }
}
