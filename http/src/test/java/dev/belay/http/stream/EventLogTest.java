package dev.belay.http.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.share.Shares;
import dev.belay.core.time.HandTime;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("What a session keeps to send again, and how much of the room for that it takes")
final class EventLogTest {
  private static final byte[] MESSAGE = new byte[10_000];

  private final HandTime time = new HandTime();
  private final Shares room = new Shares(64 << 20);
  private final EventLog log = new EventLog(time, StreamBounds.DEFAULT, room, "local");

  private long openStream() {
    return log.open(new FakeResponse().stream(List.of()), /* primed= */ true);
  }

  @Test
  @DisplayName("SEC-H1: what is kept is counted, and given back at the end of the session")
  void whatIsKeptIsCounted() {
    long number = openStream();
    for (int event = 0; event < 90; event++) {
      log.append(number, MESSAGE);
    }
    assertThat(room.held()).isBetween(900_000L, 1_000_000L);
    log.close();
    assertThat(room.held()).isZero();
  }

  @Test
  @DisplayName("SEC-H1: nobody came back: all of the stream is dropped, whatever is older than it")
  void aForgottenStreamIsDroppedWhole() {
    assertThat(log.listen(new FakeResponse(), /* primed= */ true)).isTrue();
    log.tell(MESSAGE);
    long listening = room.held();
    long first = openStream();
    long second = openStream();
    log.append(first, MESSAGE);
    log.append(second, MESSAGE);
    log.append(first, MESSAGE);
    log.finish(first);
    time.advance(StreamBounds.DEFAULT.resumeFor());
    log.forget(time.nanos());
    assertThat(room.held()).isEqualTo(2 * listening);
    log.finish(second);
    time.advance(StreamBounds.DEFAULT.resumeFor());
    log.forget(time.nanos());
    assertThat(room.held()).isEqualTo(listening);
  }
}
