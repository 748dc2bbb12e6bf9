package dev.belay.agent.model.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.agent.history.Message;
import dev.belay.agent.model.ModelException;
import dev.belay.agent.model.Prompt;
import dev.belay.core.cancel.Cancellation;
import dev.belay.core.cancel.Cause;
import dev.belay.core.cancel.Stop;
import dev.belay.core.time.Time;
import dev.belay.testkit.watch.Watch;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** Asks a stand-in once through a model of that provider, on a thread of its own. */
final class Asker implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private final Watch watch = new Watch();
  private final StringBuffer words = new StringBuffer();
  private final CompletableFuture<Message.Assistant> answer = new CompletableFuture<>();
  private final Cancellation stop = Cancellation.root();
  private final ProvidedModel model;
  private final Thread thread;

  Asker(Shape shape, StandIn standIn, Time time) {
    this(shape, standIn, time, new Prompt("", List.of(Message.User.of("Hi")), List.of()));
  }

  Asker(Shape shape, StandIn standIn, Time time, Prompt prompt) {
    model = model(shape, standIn.url(), time);
    thread = Thread.ofVirtual().name("asker").start(() -> ask(prompt));
  }

  static ProvidedModel model(Shape shape, String url, Time time) {
    var api =
        switch (shape) {
          case ANTHROPIC -> new AnthropicApi();
          case OPENAI -> new OpenAiApi();
          case OLLAMA -> new OllamaApi();
        };
    return ProvidedModel.of(shape.settings(url), api, time);
  }

  private void ask(Prompt prompt) {
    try {
      answer.complete(
          model.ask(
              prompt,
              text -> {
                words.append(text);
                watch.changed();
              },
              stop));
    } catch (ModelException | InterruptedException | RuntimeException e) {
      answer.completeExceptionally(e);
    }
  }

  /** Waits until it has passed on such words. */
  void awaitWords(String text) throws InterruptedException {
    watch.await(() -> words.toString().equals(text), LIMIT, () -> "heard " + words);
  }

  void stop() {
    assertThat(stop.cancel(new Stop.Cancelled(Cause.USER, "Ada"))).isTrue();
  }

  void interrupt() {
    thread.interrupt();
  }

  /** {@return the words that were passed on} */
  String words() {
    return words.toString();
  }

  /** {@return what it was answered} */
  Message.Assistant answer() {
    return answer.join();
  }

  /** {@return what it was told in place of an answer} */
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
  public void close() throws InterruptedException {
    model.close();
    thread.join();
  }
}
