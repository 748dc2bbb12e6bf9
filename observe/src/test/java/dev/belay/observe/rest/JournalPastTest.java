package dev.belay.observe.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.journal.CallEvent;
import dev.belay.core.journal.Journal;
import dev.belay.core.journal.Subject;
import dev.belay.core.journal.ToolEvent;
import dev.belay.core.time.HandTime;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("What is read of the journal has no gap, and the reading ends")
final class JournalPastTest {
  private final HandTime time = new HandTime();
  private final Journal journal = new Journal(time, 16);

  private void publish(int times) {
    for (int i = 0; i < times; i++) {
      journal.publish(
          new Subject("id", "tool", null, "ann", null, null, null, null), new CallEvent.Accepted());
    }
  }

  @Test
  @DisplayName("What happens while it is read is left out")
  void ends() {
    publish(4);
    var past =
        JournalPast.read(
            journal,
            _ -> {
              publish(1);
              return true;
            });
    assertThat(past.entries()).extracting(Journal.Entry::sequence).containsExactly(0L, 1L, 2L, 3L);
  }

  @Test
  @DisplayName("What falls out while it is read was not there: no call has a hole in its story")
  void noHole() {
    publish(16);
    var looked = new AtomicInteger();
    var past =
        JournalPast.read(
            journal,
            _ -> {
              publish(looked.incrementAndGet() == 4 ? 8 : 0);
              return true;
            });
    assertThat(past.entries())
        .extracting(Journal.Entry::sequence)
        .containsExactly(8L, 9L, 10L, 11L, 12L, 13L, 14L, 15L);
  }

  @Test
  @DisplayName("It goes back to the oldest event that is kept, of whatever kind")
  void since() {
    assertThat(JournalPast.read(journal, _ -> true).since()).isNull();
    time.advance(Duration.ofSeconds(7));
    journal.publish(new ToolEvent.Accepted("files", "read", "a"));
    time.advance(Duration.ofSeconds(1));
    publish(15);
    assertThat(JournalPast.read(journal, _ -> false).since()).isEqualTo(Instant.ofEpochSecond(7));
    publish(1);
    assertThat(JournalPast.read(journal, _ -> false).since()).isEqualTo(Instant.ofEpochSecond(8));
  }
}
