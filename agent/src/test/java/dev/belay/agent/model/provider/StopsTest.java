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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("S1-2: a stop, an interrupt and a silence close the provider's stream, wherever it is")
final class StopsTest {
  @ParameterizedTest
  @EnumSource
  @DisplayName("What was stopped before it was asked sends nothing")
  void beforeAsking(Shape shape) throws IOException, InterruptedException {
    var stop = Cancellation.root();
    stop.cancel(new Stop.Cancelled(Cause.USER, "Ada"));
    try (var standIn = new StandIn(_ -> {})) {
      try (var asker = new Asker(shape.settings(standIn.url()), stop, _ -> {})) {
        assertStopped(asker);
      }
      try (var _ = new Asker(shape, standIn)) {
        standIn.awaitAsked(1);
        // A connection of the one before would have been accepted first.
        assertThat(standIn.connections()).isEqualTo(1);
      }
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
    try (var standIn = Point.MIDDLE.standIn(shape);
        var asker = new Asker(shape.settings(standIn.url()), Cancellation.root(), onText)) {
      assertThat(asker.failure()).isSameAs(broken);
      standIn.awaitNobody();
    }
  }

  /** How far a response has come. */
  private enum Point {
    BEFORE_HEAD(""),
    BEFORE_FIRST_TOKEN(""),
    MIDDLE("Hello, w");

    private final String words;

    Point(String words) {
      this.words = words;
    }

    StandIn standIn(Shape shape) {
      return switch (this) {
        case BEFORE_HEAD -> new StandIn(_ -> {});
        case BEFORE_FIRST_TOKEN -> new StandIn(answer -> answer.begin(shape.contentType));
        case MIDDLE ->
            new StandIn(
                answer -> answer.begin(shape.contentType).piece(shape.streamTo("text", "örld")));
      };
    }
  }

  /** What ends it. */
  private interface End {
    void of(Asker asker, HandTime time) throws InterruptedException;
  }

  private static void closes(Shape shape, List<Point> points, End end)
      throws IOException, InterruptedException {
    for (var point : points) {
      var time = new HandTime();
      try (var standIn = point.standIn(shape);
          var asker = new Asker(shape, standIn, time)) {
        standIn.awaitAsked(1);
        // Its waits before this text ended with it; the last one lasts.
        asker.awaitWords(point.words);
        end.of(asker, time);
        standIn.awaitNobody();
        assertThat(asker.words()).as("no word comes after it").isEqualTo(point.words);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("A stop closes the connection: before the head, the first token and in the middle")
  void stop(Shape shape) throws IOException, InterruptedException {
    closes(
        shape,
        List.of(Point.values()),
        (asker, _) -> {
          asker.stop();
          assertStopped(asker);
        });
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("An interrupt closes the connection, before the head and in the middle")
  void interrupt(Shape shape) throws IOException, InterruptedException {
    closes(
        shape,
        List.of(Point.BEFORE_HEAD, Point.MIDDLE),
        (asker, _) -> {
          asker.interrupt();
          assertThat(asker.failure()).isInstanceOf(InterruptedException.class);
        });
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("A silence is ended at the idle limit, before the head and in the middle")
  void silence(Shape shape) throws IOException, InterruptedException {
    closes(
        shape,
        List.of(Point.BEFORE_HEAD, Point.MIDDLE),
        (asker, time) -> {
          time.pass(Shape.IDLE);
          assertThat(asker.trouble().trouble()).isEqualTo(ModelTrouble.SILENT);
          assertThat(asker.trouble().why()).contains("90 s", "models.m.idle_timeout");
          assertThat(time.armedTimers()).isZero();
        });
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

  private static void assertStopped(Asker asker) {
    assertThat(asker.trouble().trouble()).isEqualTo(ModelTrouble.STOPPED);
    assertThat(asker.trouble().why()).isEqualTo("Stopped: Cancelled (user: Ada)");
  }
}
