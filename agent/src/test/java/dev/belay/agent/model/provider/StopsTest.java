package dev.belay.agent.model.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.agent.model.ModelException.ModelTrouble;
import dev.belay.core.cancel.Cancellation;
import dev.belay.core.cancel.Cause;
import dev.belay.core.cancel.Stop;
import dev.belay.core.time.HandTime;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(60)
@DisplayName("S1-2: a stop, an interrupt and a silence close the provider's stream, wherever it is")
final class StopsTest {
  @ParameterizedTest
  @EnumSource
  @DisplayName("What was stopped before it was asked sends nothing")
  void beforeAsking(Shape shape) throws IOException, InterruptedException {
    var stop = Cancellation.root();
    stop.cancel(new Stop.Cancelled(Cause.USER, "Ada"));
    try (var standIn = new StandIn(_ -> {});
        var asker = new Asker(shape.settings(standIn.url()), new HandTime(), stop, _ -> {})) {
      assertStopped(asker);
      assertThat(standIn.asked()).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("What the hearer of the words throws ends the stream, and reaches who asked")
  void hearerFails(Shape shape) throws IOException, InterruptedException {
    var broken = new IllegalStateException("the terminal is gone");
    Consumer<String> onText =
        _ -> {
          throw broken;
        };
    try (var standIn = halfway(shape);
        var asker =
            new Asker(shape.settings(standIn.url()), new HandTime(), Cancellation.root(), onText)) {
      assertThat(asker.failure()).isSameAs(broken);
      standIn.awaitNobody();
    }
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("A stop before the head of the response closes the connection")
  void beforeHead(Shape shape) throws IOException, InterruptedException {
    try (var standIn = new StandIn(_ -> {});
        var asker = new Asker(shape, standIn, new HandTime())) {
      standIn.awaitAsked(1);
      asker.stop();
      assertStopped(asker);
      standIn.awaitNobody();
    }
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("A stop before the first token closes the connection")
  void beforeFirstToken(Shape shape) throws IOException, InterruptedException {
    try (var standIn = new StandIn(answer -> answer.begin(shape.contentType));
        var asker = new Asker(shape, standIn, new HandTime())) {
      standIn.awaitAsked(1);
      asker.stop();
      assertStopped(asker);
      standIn.awaitNobody();
    }
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("A stop in the middle of the stream closes the connection; no word comes after it")
  void midStream(Shape shape) throws IOException, InterruptedException {
    try (var standIn = halfway(shape);
        var asker = new Asker(shape, standIn, new HandTime())) {
      asker.awaitWords("Hello, w");
      asker.stop();
      assertStopped(asker);
      standIn.awaitNobody();
      assertThat(asker.words()).isEqualTo("Hello, w");
    }
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("An interrupt closes the connection, before the head and in the middle")
  void interrupt(Shape shape) throws IOException, InterruptedException {
    for (boolean early : List.of(true, false)) {
      try (var standIn = early ? new StandIn(_ -> {}) : halfway(shape);
          var asker = new Asker(shape, standIn, new HandTime())) {
        standIn.awaitAsked(1);
        if (!early) {
          asker.awaitWords("Hello, w");
        }
        asker.interrupt();
        assertThat(asker.failure()).isInstanceOf(InterruptedException.class);
        standIn.awaitNobody();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("A silence is ended at the idle limit, before the head and in the middle")
  void silence(Shape shape) throws IOException, InterruptedException {
    for (boolean early : List.of(true, false)) {
      var time = new HandTime();
      try (var standIn = early ? new StandIn(_ -> {}) : halfway(shape);
          var asker = new Asker(shape, standIn, time)) {
        standIn.awaitAsked(1);
        if (!early) {
          asker.awaitWords("Hello, w");
          // Its waits before this text ended with it; the last one lasts.
        }
        time.pass(Shape.IDLE);
        assertThat(asker.trouble().trouble()).isEqualTo(ModelTrouble.SILENT);
        assertThat(asker.trouble().why()).contains("90 s", "models.m.idle_timeout");
        standIn.awaitNobody();
        assertThat(time.armedTimers()).isZero();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("A stream that does not end after its message is taken for ended a second later")
  void noEnd(Shape shape) throws IOException, InterruptedException {
    var time = new HandTime();
    var stream = shape.stream("text");
    try (var standIn = new StandIn(answer -> answer.begin(shape.contentType).piece(stream));
        var asker = new Asker(shape, standIn, time)) {
      time.pass(Duration.ofSeconds(1));
      assertThat(asker.answer().blocks()).hasSize(1);
      standIn.awaitNobody();
    }
  }

  private static StandIn halfway(Shape shape) {
    return new StandIn(
        answer -> answer.begin(shape.contentType).piece(shape.streamTo("text", "örld")));
  }

  private static void assertStopped(Asker asker) {
    assertThat(asker.trouble().trouble()).isEqualTo(ModelTrouble.STOPPED);
    assertThat(asker.trouble().why()).isEqualTo("Stopped: Cancelled (user: Ada)");
  }
}
