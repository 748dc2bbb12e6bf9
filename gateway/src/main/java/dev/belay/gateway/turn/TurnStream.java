package dev.belay.gateway.turn;

import dev.belay.core.turn.Turn;
import dev.belay.core.turn.TurnReading;
import dev.belay.http.route.EventStreamResponse;
import dev.belay.mcp.envelope.JsonText;

/** Streams the events of one turn to one reader, which cannot delay the turn. */
public final class TurnStream {
  private TurnStream() {}

  /**
   * Sends the events from {@code from} on, past and future, until the turn is no longer among those
   * that run, or until the reader leaves.
   *
   * @return the thread that sends them; interrupting it ends the stream
   */
  public static Thread begin(Turn turn, long from, EventStreamResponse stream) {
    return Thread.ofVirtual()
        .name("belay-turn-events-" + turn.id())
        .start(() -> {
          try {
            copy(turn, from, stream);
          } catch (InterruptedException _) {
            // The reader has left.
            Thread.currentThread().interrupt();
          } finally {
            stream.end();
          }
        });
  }

  private static byte[] gap(long missed) {
    return new JsonText().text("type", "replay_gap").number("missed", missed).bytes();
  }

  private static void copy(Turn turn, long from, EventStreamResponse stream)
      throws InterruptedException {
    var reader = turn.reader(from);
    boolean goesOn = true;
    // Waiting for a slow reader delays no other: the events are kept for all.
    while (goesOn && stream.awaitRoom()) {
      goesOn =
          switch (reader.next()) {
            // The turn is over, and the reader has all its events.
            case null -> false;
            case TurnReading.Gap(long missed) -> stream.send(null, "replay_gap", gap(missed));
            case TurnReading.Entry(long number, var event) ->
                stream.send(
                    Long.toString(number), TurnText.name(event), TurnText.data(event).bytes());
          };
    }
  }
}
