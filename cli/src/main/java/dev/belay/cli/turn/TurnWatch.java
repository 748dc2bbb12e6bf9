package dev.belay.cli.turn;

import dev.belay.cli.remote.ActiveTurn;
import dev.belay.cli.remote.GatewayTrouble;
import dev.belay.cli.remote.GatewayTurns;
import dev.belay.core.time.Time;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * Finds a turn that somebody else of this program has posted, and shows its tools, on a thread of
 * its own: events are cut short, so results come by the answer to the post.
 */
final class TurnWatch implements Runnable {
  private static final Duration SOON = Duration.ofMillis(25);
  private static final Duration LATER = Duration.ofMillis(500);
  private static final int SOON_TIMES = 40;

  private final GatewayTurns turns;
  private final TurnFile file;
  private final Set<String> others;
  private final ToolLines lines;
  private final Time time;
  private final CompletableFuture<String> turnId = new CompletableFuture<>();
  private final CompletableFuture<Boolean> ended = new CompletableFuture<>();
  private final Thread thread;

  /**
   * Watches nothing yet.
   *
   * @param others ids of turns that ran before
   */
  TurnWatch(GatewayTurns turns, TurnFile file, Set<String> others, ToolLines lines, Time time) {
    this.turns = turns;
    this.file = file;
    this.others = Set.copyOf(others);
    this.lines = lines;
    this.time = time;
    thread = Thread.ofVirtual().name("belay-turn-watch").unstarted(this);
  }

  TurnWatch begin() {
    thread.start();
    return this;
  }

  /** {@return its id, once it is found} */
  CompletableFuture<String> turnId() {
    return turnId;
  }

  /** Comes back when the last event was shown, or soon: the lines are the caller's own then. */
  void end(Duration patience) throws InterruptedException {
    if (turnId.isDone()) {
      var _ = time.await(ended, patience);
    }
    thread.interrupt();
    thread.join();
  }

  @Override
  public void run() {
    try {
      var id = found();
      turnId.complete(id);
      var _ = new TurnEvents(turns, time, id, lines::on).follow(null);
    } catch (GatewayTrouble _) {
      // The answer to the post says what is wrong, and has all results.
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } finally {
      ended.complete(true);
    }
  }

  private String found() throws GatewayTrouble, InterruptedException {
    for (int asked = 0; ; asked++) {
      for (var turn : turns.active()) {
        if (isMeant(turn)) {
          return turn.turnId();
        }
      }
      time.sleep(asked < SOON_TIMES ? SOON : LATER);
    }
  }

  private boolean isMeant(ActiveTurn turn) {
    return turn.agentId().equals(file.agent())
        && turn.sessionId().equals(file.session())
        && !others.contains(turn.turnId());
  }
}
