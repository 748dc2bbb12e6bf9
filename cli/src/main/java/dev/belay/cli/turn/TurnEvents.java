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

/** Follows one turn to its last event, over connections that break. For one thread. */
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
   * Reads nothing yet.
   *
   * @param turnId empty where its first event will tell
   * @param each hears of each event once, in order
   */
  public TurnEvents(GatewayTurns turns, Time time, String turnId, Consumer<ServerEvent> each) {
    this.turns = turns;
    this.time = time;
    this.turnId = turnId;
    this.each = each;
  }

  /**
   * Reads to the end.
   *
   * @param first what is open already; null to open it
   * @return the last event
   * @throws GatewayTrouble if the gateway is gone, or knows the turn no more
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
        // Broken, or left: what follows tells them apart.
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
        return event;
      }
    }
    return null;
  }
}
