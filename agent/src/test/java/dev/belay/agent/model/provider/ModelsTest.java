package dev.belay.agent.model.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.agent.history.Block;
import dev.belay.agent.history.Message;
import dev.belay.agent.model.Model;
import dev.belay.agent.model.Model.Prompt;
import dev.belay.agent.model.ModelException;
import dev.belay.config.ModelSettings;
import dev.belay.core.cancel.Cancellation;
import dev.belay.core.time.HandTime;
import dev.belay.core.time.Time;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("There is one model for each settings, and closing them leaves nothing")
final class ModelsTest {
  private static final Prompt PROMPT = new Prompt("", List.of(Message.User.of("Hi")), List.of());

  private final List<String> reports = new CopyOnWriteArrayList<>();
  private final List<ModelSettings> scripted = new ArrayList<>();

  @ParameterizedTest
  @EnumSource
  @DisplayName("Asked twice, a model uses one connection, which ends with it, as do its threads")
  void nothingIsLeft(Shape shape) throws IOException, InterruptedException, ModelException {
    var before = clientThreads();
    try (var standIn = StandIn.streaming(shape, "text")) {
      try (var models = models(new HandTime())) {
        var model = models.of(shape.settings(standIn.url()));
        assertThat(models.of(shape.settings(standIn.url()))).isSameAs(model);
        assertThat(models.of(shape.settings(standIn.url(), null))).isNotSameAs(model);
        assertThat(ask(model)).isEqualTo("Hello, wörld 🌍!");
        assertThat(ask(model)).isEqualTo("Hello, wörld 🌍!");
        assertThat(standIn.connections()).isEqualTo(1);
      }
      standIn.awaitNobody();
    }
    assertThat(clientThreads()).isSubsetOf(before);
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("A model that is configured no more leaves nothing, and the others are left alone")
  void retired(Shape shape) throws IOException, InterruptedException, ModelException {
    var before = clientThreads();
    try (var kept = StandIn.streaming(shape, "text");
        var standIn = StandIn.streaming(shape, "text");
        var models = models(new HandTime())) {
      var old = models.of(shape.settings(standIn.url(), "old-key"));
      var other = models.of(shape.settings(kept.url()));
      assertThat(ask(old)).isEqualTo(ask(other));
      models.keep(List.of(shape.settings(standIn.url(), "new-key"), shape.settings(kept.url())));
      standIn.awaitNobody();
      assertThat(models.of(shape.settings(standIn.url(), "old-key"))).isNotSameAs(old);
      assertThat(models.of(shape.settings(kept.url()))).isSameAs(other);
      assertThat(ask(other)).isEqualTo("Hello, wörld 🌍!");
      assertThat(kept.connections()).isEqualTo(1);
      // A turn that began before uses it again.
      assertThat(ask(old)).isEqualTo("Hello, wörld 🌍!");
      standIn.awaitNobody();
    }
    // The retired model's threads end without being awaited.
    for (var thread : Thread.getAllStackTraces().keySet()) {
      if (thread.getName().startsWith("HttpClient-") && !before.contains(thread.getName())) {
        thread.join();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("A model that is configured no more while it answers answers to the end")
  void retiredWhileAsked(Shape shape) throws IOException, InterruptedException {
    var mayEnd = new CompletableFuture<Boolean>();
    var half = shape.streamTo("text", "örld");
    var whole = shape.stream("text");
    try (var standIn =
            new StandIn(answer -> {
              answer.begin(shape.contentType).piece(half);
              mayEnd.join();
              answer.piece(Arrays.copyOfRange(whole, half.length, whole.length)).end();
            });
        var models = models(new HandTime())) {
      var model = models.of(shape.settings(standIn.url()));
      var asking = asking(model);
      standIn.awaitAsked(1);
      models.keep(List.of());
      mayEnd.complete(true);
      assertThat(asking.join()).isEqualTo("Hello, wörld 🌍!");
      standIn.awaitNobody();
    }
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("A model that has too many requests is asked again when it says so")
  void askedAgain(Shape shape) throws IOException, InterruptedException {
    var time = new HandTime();
    var stream = shape.stream("text");
    try (var standIn =
            new StandIn(answer -> {
              if (answer.number() == 1) {
                answer.whole(429, "", "Retry-After: 17");
              } else {
                answer.begin(shape.contentType).piece(stream).end();
              }
            });
        var models = models(time)) {
      var model = models.of(shape.settings(standIn.url()));
      var asking = asking(model);
      time.pass(Duration.ofSeconds(17));
      assertThat(asking.join()).isEqualTo("Hello, wörld 🌍!");
      assertThat(reports)
          .singleElement()
          .asString()
          .startsWith("models.m is asked again in 17.0 s (2 of 3): ")
          .contains("HTTP 429");
    }
  }

  @Test
  @DisplayName("A model of a script is made by whoever knows scripts, when it is first asked")
  void script() throws ModelException, InterruptedException {
    try (var models = models(new HandTime())) {
      var model = models.of(ModelSettings.DEMO);
      assertThat(scripted).isEmpty();
      assertThat(ask(model)).isEqualTo("scripted");
      assertThat(ask(model)).isEqualTo("scripted");
      assertThat(scripted).containsExactly(ModelSettings.DEMO);
    }
  }

  @Test
  @DisplayName("Once closed, they can be asked no more")
  void closed() {
    Model model;
    try (var models = models(new HandTime())) {
      model = models.of(ModelSettings.DEMO);
    }
    assertThatThrownBy(() -> ask(model)).isInstanceOf(IllegalStateException.class);
  }

  private Models models(Time time) {
    return new Models(
        time,
        new Random(0),
        reports::add,
        settings -> {
          scripted.add(settings);
          return (_, _, _) -> new Message.Assistant(List.of(new Block.Text("scripted")));
        });
  }

  private static String ask(Model model) throws ModelException, InterruptedException {
    var message = model.ask(PROMPT, _ -> {}, Cancellation.root());
    return ((Block.Text) message.blocks().getFirst()).text();
  }

  private static CompletableFuture<String> asking(Model model) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return ask(model);
          } catch (ModelException | InterruptedException e) {
            throw new CompletionException(e);
          }
        },
        task -> Thread.ofVirtual().name("asker").start(task));
  }

  private static List<String> clientThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> name.startsWith("HttpClient-"))
        .sorted()
        .toList();
  }
}
