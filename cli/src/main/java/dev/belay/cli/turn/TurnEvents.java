package dev.belay.cli.turn;

import dev.belay.cli.remote.GatewayTrouble;
import dev.belay.cli.remote.GatewayTurns;
import dev.belay.cli.remote.ServerEvents;
import dev.belay.cli.remote.ServerEvents.ServerEvent;
import dev.belay.core.time.Time;
import java.io.IOException;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Follows one turn to its last event, reconnecting when a connection breaks. For one thread. */
public final class TurnEvents {
  private static final int ATTEMPTS = 5;
  private static final Duration PAUSE = Duration.ofMillis(200);

  private final GatewayTurns turns;
  private final Time time;
  private final Consumer<ServerEvent> each;
  private String turnId;
  private String lastId = "";
  private int broken;

  /**
   * Creates a follower that has read nothing yet.
   *
   * @param turnId id of the turn; empty if its first event tells it
   * @param each receives each event once, in order
   */
  public TurnEvents(GatewayTurns turns, Time time, String turnId, Consumer<ServerEvent> each) {
    this.turns = turns;
    this.time = time;
    this.turnId = turnId;
    this.each = each;
  }

  /**
   * Reads events to the end.
   *
   * @param first the stream if already open; null to open it
   * @return the last event
   * @throws GatewayTrouble if the gateway is gone, or no longer knows the turn
   */
  public ServerEvent follow(@Nullable ServerEvents first)
      throws GatewayTrouble, InterruptedException {
    var stream = first;
    while (true) {
      try (var open = stream == null ? turns.events(turnId, lastId) : stream) {
        var last = read(open);
        if (last != null) {
          return last;
        }
      } catch (IOException _) {
        // Either the connection broke or this thread was told to leave; the check below tells.
        if (Thread.interrupted()) {
          throw new InterruptedException("left the events of a turn");
        }
      }
      stream = null;
      if (turnId.isEmpty() || broken == ATTEMPTS) {
        throw new GatewayTrouble("the connection broke, and the end of the turn is not known");
      }
      time.sleep(PAUSE.multipliedBy(1L << broken++));
    }
  }

  private @Nullable ServerEvent read(ServerEvents stream) throws IOException {
    for (var event = stream.next(); event != null; event = stream.next()) {
      broken = 0;
      if (!stream.lastId().isEmpty()) {
        lastId = stream.lastId();
      }
      if (event.type().equals("turn_start")) {
        turnId = event.data().text("turnId");
      }
      each.accept(event);
      if (event.isLast()) {
        awaitEnd(stream);
        return event;
      }
    }
    return null;
  }

  /** Reads on to the end of the stream: only then is the turn none of those that run. */
  private static void awaitEnd(ServerEvents stream) {
    try {
      while (stream.next() != null) {
        // No event of the turn comes after its last one.
      }
    } catch (IOException _) {
      // The last event is here, so a connection that breaks, or is left, takes nothing away.
    }
  }
}
