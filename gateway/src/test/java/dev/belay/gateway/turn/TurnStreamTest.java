package dev.belay.gateway.turn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.HandTime;
import dev.belay.core.turn.CyclicTurnException;
import dev.belay.core.turn.LoopLimits;
import dev.belay.core.turn.TurnOptions;
import dev.belay.core.turn.TurnRegistry;
import dev.belay.core.turn.TurnRequest;
import dev.belay.core.turn.UnknownTurnException;
import dev.belay.gateway.upstream.HookedTime;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Whoever has seen the end of a turn's stream finds the turn among the ended ones")
final class TurnStreamTest {
  @Test
  void itIsOver() throws UnknownTurnException, CyclicTurnException, InterruptedException {
    var time = new HookedTime(new HandTime());
    var registry =
        new TurnRegistry(
            new TurnOptions(time, Thread.ofVirtual().factory(), LoopLimits.DEFAULT, _ -> {}));
    var turn = registry.begin(TurnRequest.of("main", "s1"));
    var hasLast = new CountDownLatch(1);
    var runningAtTheEnd = new CompletableFuture<Integer>();
    var stream =
        new Heard(Integer.MAX_VALUE) {
          @Override
          public boolean send(@Nullable String id, @Nullable String event, byte[] data) {
            if ("turn_complete".equals(event)) {
              hasLast.countDown();
            }
            return true;
          }

          @Override
          public void end() {
            runningAtTheEnd.complete(registry.active().size());
          }
        };
    var reading = TurnStream.begin(turn, 0, stream);
    var ending = Thread.ofVirtual().unstarted(turn::complete);
    // The thread that ends the turn is held up before the registry has taken note.
    var goOn = time.holds(ending);
    ending.start();
    hasLast.await();
    // Its reader has all events, and either waits for the end or takes the last one for it.
    while (reading.isAlive() && reading.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    goOn.countDown();
    assertThat(runningAtTheEnd.join()).isZero();
    reading.join();
    ending.join();
  }
}
