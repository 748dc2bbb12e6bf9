package dev.belay.observe.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.journal.CallEvent;
import dev.belay.core.journal.Journal;
import dev.belay.core.journal.Subject;
import dev.belay.core.journal.ToolEvent;
import dev.belay.core.time.HandTime;
import dev.belay.http.route.Access;
import java.util.ArrayList;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("One thread reads the journal for all who read events")
class EventFeedTest {
  private static final Sight ADMIN = new Sight(Access.Known.OWNER);
  private static final Sight ANN = new Sight(new Access.Known("ann", Set.of()));

  private final HandTime time = new HandTime();
  private final Journal journal = new Journal(time, 64);
  private final EventIds ids = new EventIds("run");
  private final EventFeed feed = new EventFeed(journal, ids, time);

  @AfterEach
  void close() {
    feed.close();
  }

  private void publish(String principal, int times) {
    for (int i = 0; i < times; i++) {
      journal.publish(
          new Subject("id", "tool", null, principal, null, null, null, null),
          new CallEvent.Accepted());
    }
  }

  private MemoryStream join(Sight sight, @Nullable String lastSeen) {
    var stream = new MemoryStream(time);
    assertThat(feed.join(sight, lastSeen, () -> stream)).isNotNull();
    return stream;
  }

  @Test
  void whoMaySeeOnlyItsOwnGetsOnlyItsOwn() throws InterruptedException {
    var all = join(ADMIN, null);
    var own = join(ANN, null);
    publish("bob", 2);
    publish("ann", 1);
    own.await("id: run-2\n");
    all.await("id: run-2\n");
    assertThat(all.count("accepted")).isEqualTo(3);
    assertThat(own.count("accepted")).isEqualTo(1);
    assertThat(own.text()).doesNotContain("bob");
  }

  @Test
  @DisplayName("An event names the client and the turn of its call, also after the call has ended")
  void whoseCall() throws InterruptedException {
    var all = join(ADMIN, null);
    var subject = new Subject("id", "tool", "files", "ann", "main", "s", "main:s:1-1", "main");
    journal.publish(subject, new CallEvent.LateResult());
    all.await("id: run-0\n");
    assertThat(all.text())
        .contains(
            "\"call\":{\"id\":\"id\",\"tool\":\"tool\",\"upstream\":\"files\","
                + "\"principal\":\"ann\",\"client\":\"main\",\"turn\":\"main:s:1-1\"}");
  }

  @Test
  @DisplayName("What becomes of a tool is for those who may see everything")
  void toolsAreForAdmins() throws InterruptedException {
    var all = join(ADMIN, null);
    var own = join(ANN, null);
    journal.publish(new ToolEvent.Changed("files", "read", "a", "b", "waiting"));
    publish("ann", 1);
    own.await("id: run-1\n");
    all.await("id: run-1\n");
    assertThat(all.text())
        .contains("event: tool_changed\n")
        .contains("\"upstream\":\"files\",\"tool\":\"read\",\"accepted_sha256\":\"a\"");
    assertThat(own.text()).doesNotContain("read");
  }

  @Test
  @DisplayName("P19: from where it left off, nothing is missing and nothing comes twice")
  void resumed() throws InterruptedException {
    var first = join(ADMIN, null);
    publish("ann", 10);
    first.await("id: run-9\n");
    var back = join(ADMIN, "run-4");
    publish("ann", 5);
    back.await("id: run-14\n");
    assertThat(back.numbers()).containsExactly(5, 6, 7, 8, 9, 10, 11, 12, 13, 14);
  }

  @Test
  @DisplayName("however many read, each gets all from when it joined, once and in order")
  void manyReaders() throws InterruptedException {
    var journalOfMany = new Journal(time, 4_096);
    var subject = new Subject("id", "tool", null, "ann", null, null, null, null);
    int count = 45;
    try (var wide = new EventFeed(journalOfMany, ids, time)) {
      var streams = new ArrayList<MemoryStream>();
      for (int i = 0; i < count; i++) {
        var stream = new MemoryStream(time);
        assertThat(wide.join(ADMIN, null, () -> stream)).isNotNull();
        streams.add(stream);
        journalOfMany.publish(subject, new CallEvent.Accepted());
        if (i % 5 == 0) {
          // So that some join a running feed, and others one that is behind.
          stream.await("id: run-" + i + "\n");
        }
      }
      for (int i = 0; i < count; i++) {
        streams.get(i).await("id: run-" + (count - 1) + "\n");
        var got = streams.get(i).numbers();
        int first = got.getFirst();
        assertThat(first).isBetween(0, i);
        assertThat(got).isEqualTo(IntStream.range(first, count).boxed().toList());
      }
    }
  }

  @Test
  void whoWasAwayForTooLongIsToldHowMuchIsGone() throws InterruptedException {
    publish("ann", 100);
    var late = join(ADMIN, "run-9");
    late.await("id: run-99\n");
    assertThat(late.text()).startsWith("event: replay_gap\ndata: {\"missed\":26}\n\n");
    assertThat(late.count("accepted")).isEqualTo(64);
  }

  @Test
  @DisplayName("A reader that does not read is let go, and the others get all")
  void aStuckReaderIsLetGo() throws InterruptedException {
    var stuck = join(ADMIN, null);
    var other = join(ADMIN, null);
    stuck.isStuck = true;
    publish("ann", 1);
    other.await("id: run-0\n");
    // The round of the first event is over when the second one arrives.
    publish("ann", 1);
    other.await("id: run-1\n");
    assertThat(feed.readers()).isEqualTo(1);
  }

  @Test
  @DisplayName("There is a bound; whoever has left makes room at once, also where nothing happens")
  void whoHasLeftMakesRoom() {
    var readers = new ArrayList<EventReader>();
    for (int i = 0; i < FeedReaders.MOST; i++) {
      readers.add(Objects.requireNonNull(feed.join(ADMIN, null, () -> new MemoryStream(time))));
    }
    assertThat(feed.join(ADMIN, null, () -> new MemoryStream(time))).isNull();
    readers.forEach(EventReader::left);
    assertThat(feed.join(ADMIN, null, () -> new MemoryStream(time))).isNotNull();
  }

  @Test
  @DisplayName("No principal takes all the room; who sees everybody's calls is not held to a share")
  void eachHasItsShare() {
    for (int i = 0; i < FeedReaders.SHARE; i++) {
      var _ = join(ANN, null);
    }
    assertThat(feed.join(ANN, null, () -> new MemoryStream(time))).isNull();
    var _ = join(new Sight(new Access.Known("bob", Set.of())), null);
    for (int i = 0; i <= FeedReaders.SHARE; i++) {
      var _ = join(ADMIN, null);
    }
  }

  @Test
  @DisplayName("A fault of its own ends the streams, and whoever comes back misses nothing")
  void aFaultIsSurvived() throws InterruptedException {
    var faulty =
        new MemoryStream(time) {
          @Override
          public boolean send(byte[] frames) {
            throw new IllegalStateException("a fault");
          }
        };
    assertThat(feed.join(ADMIN, null, () -> faulty)).isNotNull();
    publish("ann", 1);
    faulty.await(_ -> faulty.isEnded);
    var back = join(ADMIN, "other-0");
    publish("ann", 1);
    back.await("id: run-1\n");
    assertThat(back.count("accepted")).isEqualTo(2);
  }

  @Test
  void theEndEndsEveryStream() {
    var stream = join(ADMIN, null);
    feed.close();
    assertThat(stream.isEnded).isTrue();
    assertThat(feed.join(ADMIN, null, () -> new MemoryStream(time))).isNull();
  }

  @Test
  void idsOfOtherRunsAndNonsenseAreNone() {
    assertThat(ids.sequence("run-7")).hasValue(7);
    for (var wrong : new String[] {null, "", "run-", "run-x", "other-7", "run7"}) {
      assertThat(ids.sequence(wrong)).isEmpty();
    }
  }
}
