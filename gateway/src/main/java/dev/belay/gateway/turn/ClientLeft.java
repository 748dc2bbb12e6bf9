package dev.belay.gateway.turn;

import dev.belay.core.turn.AbortReason;
import dev.belay.core.turn.Turn;
import java.util.function.Consumer;

/**
 * Ends a turn whose client has gone before it was over (C11, S1-52): to be run at that time.
 *
 * @param report gets the line that says so (S1-53)
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
