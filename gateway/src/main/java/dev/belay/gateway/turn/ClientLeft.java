package dev.belay.gateway.turn;

import dev.belay.core.turn.AbortReason;
import dev.belay.core.turn.Turn;
import java.util.function.Consumer;

/**
 * Aborts a turn whose client has disconnected; run on the disconnection (C11, S1-52).
 *
 * @param report receives a line about it (S1-53)
 */
public record ClientLeft(Turn turn, Consumer<String> report) implements Runnable {
  @Override
  public void run() {
    if (turn.abort(AbortReason.CLIENT_DISCONNECT)) {
      var request = turn.request();
      report.accept(
          "Client disconnected mid-turn [" + request.agent() + ":" + request.session() + "]");
    }
  }
}
