package dev.belay.cli.serve;

import static dev.belay.cli.serve.Turns.echo;
import static dev.belay.cli.serve.Turns.hang;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.claims.Claim;
import dev.belay.core.time.HandTime;
import dev.belay.testkit.http.SseEvent;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayName("Many read one turn, come late, are cut off and come back, or never read")
@Tag("process")
final class TurnReadersTest {
  private static final int CALLS = 60;

  @AutoClose private Served served;
  private Turns turns;

  @BeforeEach
  void open() throws IOException, InterruptedException {
    // The clock stands still, as a client that does not read for 10 s is disconnected.
    served = Serve.puppet().on(new HandTime()).auth("{\"mode\":\"none\"}").start();
    turns = Turns.of(served);
  }

  /** {@return many calls that end, after one that keeps their turn open} */
  private static String[] many(String text) {
    return Stream.concat(
            Stream.of(hang("open")),
            IntStream.range(0, CALLS).mapToObj(i -> echo("c" + i, text + i)))
        .toArray(String[]::new);
  }

  @Test
  @Claim("P19")
  @DisplayName("P19: from the start, late, and cut every few events: all see the same, in order")
  void allSeeTheSame() throws IOException, InterruptedException {
    var live = turns.begin(many("x"));
    var id = live.id();
    var beside = turns.read(id);
    var pieces = new ArrayList<SseEvent>(readAndLeave(turns.read(id), 7));
    live.awaitEvents(40);
    var lastSeen = live.soFar().get(20).id();
    var late = turns.readAfter(id, lastSeen);
    while (pieces.size() <= 2 * CALLS - 7) {
      pieces.addAll(readAndLeave(turns.readAfter(id, pieces.getLast().id()), 7));
    }
    assertThat(turns.abortTool(id, "open").status()).isEqualTo(200);
    pieces.addAll(turns.readAfter(id, pieces.getLast().id()).all());

    var all = live.all();
    assertThat(all).hasSizeGreaterThanOrEqualTo(2 * (CALLS + 1) + 3);
    assertThat(all.stream().map(SseEvent::id).toList())
        .isEqualTo(IntStream.range(0, all.size()).mapToObj(Integer::toString).toList());
    assertThat(beside.all()).isEqualTo(all);
    assertThat(late.all()).isEqualTo(all.subList(21, all.size()));
    assertThat(pieces).isEqualTo(all);
    assertThat(turns.read(id).all()).as("and after the end").isEqualTo(all);
  }

  /**
   * {@return the first events, after which the connection is cut, possibly in the middle of
   * another}
   */
  private static List<SseEvent> readAndLeave(LiveTurn reader, int count)
      throws IOException, InterruptedException {
    reader.awaitEvents(count);
    var seen = reader.soFar().subList(0, count);
    reader.answer().line().reset();
    return List.copyOf(seen);
  }

  @Test
  @Claim("P20")
  @DisplayName("P20: a reader that does not read holds nothing up, and misses nothing once it does")
  void readsLate() throws InterruptedException {
    // More than all buffers on the way hold, together with the data kept for a reader.
    var text = "ü".repeat(20_000);
    var uses =
        Stream.concat(
                Stream.of(hang("open")),
                IntStream.range(0, 90).mapToObj(i -> echo("c" + i, text + i)))
            .toArray(String[]::new);
    var posted = turns.begin(uses);
    var id = posted.id();
    var deaf = turns.client().connect(16_384);
    deaf.stopReading();
    var stuck = new LiveTurn(deaf.send(turns.client().get().to(Turns.path(id) + "/events")));
    // Its start, 91 begun, and 90 results: all of them arrive, for every reader.
    posted.awaitEvents(182);
    assertThat(turns.abortTool(id, "open").status()).isEqualTo(200);
    assertThat(posted.types()).endsWith("turn_complete");
    assertThat(turns.read(id).all()).isEqualTo(posted.all());
    assertThat(stuck.soFar()).hasSizeLessThan(184);
    deaf.goOnReading();
    assertThat(stuck.all()).as("once it reads, it misses nothing").isEqualTo(posted.all());
  }
}
