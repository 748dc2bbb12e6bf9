package dev.belay.core.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.core.time.Simulation;
import dev.belay.core.time.SimulationThreads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Bounded, with many readers, which cannot slow a call. */
class JournalTest {
  private final Simulation simulation = new Simulation(1);
  private final Journal journal = new Journal(simulation, 4);

  private void publish(String... gates) {
    for (var gate : gates) {
      journal.publish(
          new Subject("id", "tool", null, "local", null, null, null, null),
          new CallEvent.Waiting(gate));
    }
  }

  private static String text(Journal.Reading reading) {
    return switch (reading) {
      case Journal.Gap(long missed) -> "gap of " + missed;
      case Journal.Entry(_, _, _, CallEvent.Waiting(var gate)) -> gate;
      case Journal.Entry entry -> entry.toString();
      case Journal.ToolEntry entry -> entry.event().tool();
    };
  }

  private static List<String> drain(Journal.Reader reader) {
    var texts = new ArrayList<String>();
    for (var reading = reader.poll(); reading != null; reading = reader.poll()) {
      texts.add(text(reading));
    }
    return texts;
  }

  @Test
  void everyReaderReadsEverythingAtItsOwnPace() {
    var one = journal.reader();
    var other = journal.reader();
    publish("a", "b");
    assertThat(drain(one)).containsExactly("a", "b");
    publish("c");
    assertThat(drain(one)).containsExactly("c");
    assertThat(drain(other)).containsExactly("a", "b", "c");
  }

  @Test
  @DisplayName("Bounded: a reader that is too slow is told how many it missed, once")
  void aSlowReaderIsToldOfItsGap() {
    var slow = journal.reader();
    publish("a", "b", "c", "d", "e", "f", "g");
    assertThat(drain(slow)).containsExactly("gap of 3", "d", "e", "f", "g");
    publish("h");
    assertThat(drain(slow)).containsExactly("h");
  }

  @Test
  void aReaderExactlyAtTheBoundMissesNothing() {
    var reader = journal.reader();
    publish("a", "b", "c", "d");
    assertThat(drain(reader)).containsExactly("a", "b", "c", "d");
  }

  @Test
  void aNewReaderBeginsNowOrWithTheOldestKept() {
    publish("a", "b", "c", "d", "e");
    assertThat(drain(journal.reader())).isEmpty();
    assertThat(drain(journal.readerFromOldest())).containsExactly("b", "c", "d", "e");
  }

  @Test
  @DisplayName("A reader that sleeps never blocks who publishes, and wakes for the next event")
  void readersWaitAndPublishersDoNot() {
    var read = new ArrayList<String>();
    for (int i = 0; i < 3; i++) {
      var reader = journal.reader();
      SimulationThreads.start(
          simulation,
          () -> {
            while (read.size() < 30) {
              read.add(text(reader.next()));
              simulation.sleep(Duration.ofSeconds(1));
            }
          });
    }
    for (int i = 0; i < 1_000; i++) {
      var gate = "e" + i;
      var _ = simulation.after(Duration.ofMillis(100L * i), () -> publish(gate));
    }
    simulation.run();
    assertThat(read).hasSizeGreaterThanOrEqualTo(30).contains("e0", "gap of 6");
  }

  @Test
  void sequencesAndTimesGoUp() {
    publish("a");
    simulation.runFor(Duration.ofSeconds(5));
    publish("b");
    var reader = journal.readerFromOldest();
    var first = (Journal.Entry) Objects.requireNonNull(reader.poll());
    var second = (Journal.Entry) Objects.requireNonNull(reader.poll());
    assertThat(second.sequence()).isEqualTo(first.sequence() + 1);
    assertThat(Duration.between(first.at(), second.at())).isEqualTo(Duration.ofSeconds(5));
  }

  @Test
  void aJournalWithoutRoomIsRefused() {
    assertThatThrownBy(() -> new Journal(simulation, 0))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  @DisplayName("SEC-H3: bounded in bytes as well: what is large makes more of the old ones go")
  void bytes() {
    var large = "x".repeat((int) (Journal.BYTES * 3 / 16));
    publish("a", "b", large + 1, large + 2, large + 3);
    assertThat(ends(journal.readerFromOldest())).containsExactly("2", "3");
    publish(large + 4);
    assertThat(ends(journal.readerFrom(1))).containsExactly("3", "3", "4");
    assertThat(journal.bytes()).isLessThanOrEqualTo(Journal.BYTES);
    publish(large.repeat(5) + 5);
    assertThat(ends(journal.readerFromOldest()))
        .as("the newest is kept whatever it weighs")
        .containsExactly("5");
    publish("z");
    assertThat(ends(journal.readerFromOldest())).containsExactly("z");
    assertThat(journal.bytes()).isLessThan(1_024);
  }

  /** Returns the last character of each text: a failure should not print millions of them. */
  private static List<String> ends(Journal.Reader reader) {
    return drain(reader).stream().map(text -> text.substring(text.length() - 1)).toList();
  }

  @Test
  void theRoomGrowsAlsoAfterSomeWentForTheirWeight() {
    var wide = new Journal(simulation, 1_000);
    var subject = new Subject("id", "tool", null, "local", null, null, null, null);
    for (int i = 0; i < 60; i++) {
      wide.publish(subject, new CallEvent.Waiting("e" + i));
    }
    wide.publish(subject, new CallEvent.Waiting("x".repeat((int) (Journal.BYTES * 3 / 4))));
    assertThat(drain(wide.readerFromOldest())).hasSize(1);
    for (int i = 0; i < 2_000; i++) {
      wide.publish(subject, new CallEvent.Waiting("f" + i));
    }
    assertThat(drain(wide.readerFromOldest()))
        .hasSize(1_000)
        .startsWith("f1000", "f1001")
        .endsWith("f1999");
  }

  @Test
  @DisplayName("What a client and a turn are called counts as well as what a tool is called")
  void namesWeigh() {
    var plain = new Subject("id", "tool", null, "local", null, null, null, null);
    var named = new Subject("id", "tool", null, "local", null, null, "turn", "n".repeat(200));
    assertThat(named.weight() - plain.weight())
        .isEqualTo(Weights.text("turn") + Weights.text("n".repeat(200)));
  }

  @Test
  void aReaderGoesOnWhereAnotherHadStopped() {
    publish("a", "b", "c");
    assertThat(drain(journal.readerFrom(1))).containsExactly("b", "c");
    assertThat(drain(journal.readerFrom(journal.next()))).isEmpty();
    // A number that was never assigned: the reader cannot know that it missed anything.
    assertThat(drain(journal.readerFrom(99))).isEmpty();
    assertThat(drain(journal.readerFrom(-1))).containsExactly("a", "b", "c");
  }

  @Test
  void aReaderThatComesBackTooLateIsToldHowMuchItMissed() {
    publish("a", "b", "c", "d", "e", "f");
    assertThat(drain(journal.readerFrom(1))).containsExactly("gap of 1", "c", "d", "e", "f");
  }
}
