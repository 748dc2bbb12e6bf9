package dev.belay.http.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.share.Shares;
import dev.belay.core.time.HandTime;
import dev.belay.http.stream.EventLog.EventId;
import dev.belay.mcp.envelope.RequestId;
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

  private void answered(int request) {
    long number = openStream();
    log.append(number, RequestId.of(request + "y".repeat(1_000)), new byte[100]);
    log.finish(number);
  }

  private FakeResponse resume(long stream) {
    var response = new FakeResponse();
    assertThat(log.resume(new EventId(stream, 0), response)).isTrue();
    return response;
  }

  @Test
  @DisplayName(
      "SEC-H1: streams that are over are bounded in number, and what is left of them counts")
  void finishedStreamsAreBounded() {
    int most = StreamBounds.DEFAULT.loggedEvents();
    for (int request = 0; request < most; request++) {
      answered(request);
    }
    assertThat(room.held()).isGreaterThan(most * 1_000L);
    for (int request = 0; request < 9 * most; request++) {
      answered(request);
    }
    assertThat(log.size()).isLessThanOrEqualTo(2 * most);
    assertThat(room.held()).isBetween(2 * most * 1_000L, 2 * most * 2_000L);
    assertThat(resume(10 * most).data()).hasSize(1);
    assertThat(resume(9 * most - 1).data().getFirst()).contains("there was no room to keep it");
    assertThat(resume(1).status).isEqualTo(204);
    log.close();
    assertThat(room.held()).isZero();
  }

  @Test
  @DisplayName(
      "SEC-H1: where there is no room for more, the oldest stream that is over is forgotten")
  void finishedStreamsTakeNoMoreThanTheRoom() {
    var little = new Shares(100_000);
    var other = new EventLog(time, StreamBounds.DEFAULT, little, "local");
    for (int request = 0; request < 1_000; request++) {
      long number = other.open(new FakeResponse().stream(List.of()), /* primed= */ true);
      other.append(number, RequestId.of(request), new byte[30_000]);
      other.finish(number);
    }
    assertThat(little.held()).isLessThanOrEqualTo(50_000);
    assertThat(other.size()).isBetween(10, 150);
    var response = new FakeResponse();
    assertThat(other.resume(new EventId(999, 0), response)).isTrue();
    assertThat(response.data().getFirst()).contains("\"id\":998,");
    time.advance(StreamBounds.DEFAULT.resumeFor());
    other.forget(time.nanos());
    assertThat(other.size()).isZero();
    assertThat(little.held()).isZero();
  }

  @Test
  @DisplayName("A part that streams just after the end of its session opens nothing")
  void nothingIsOpenedAfterTheEnd() {
    log.close();
    var response = new FakeResponse();
    long number = log.open(response.stream(List.of()), /* primed= */ true);
    assertThat(log.append(number, MESSAGE)).isFalse();
    assertThat(response.ended).isTrue();
    assertThat(response.data()).isEmpty();
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
