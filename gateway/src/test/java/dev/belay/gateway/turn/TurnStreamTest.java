package dev.belay.gateway.turn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.HandTime;
import dev.belay.core.time.Time;
import dev.belay.core.turn.CyclicTurnException;
import dev.belay.core.turn.LoopLimits;
import dev.belay.core.turn.TurnOptions;
import dev.belay.core.turn.TurnRegistry;
import dev.belay.core.turn.TurnRequest;
import dev.belay.core.turn.UnknownTurnException;
import dev.belay.http.route.EventStreamResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("Whoever has seen the end of a turn's stream finds the turn among the ended ones")
@Timeout(60)
final class TurnStreamTest {
  /** Holds up the thread that ends the turn, before the registry has taken note. */
  private static final class HeldTime implements Time {
    final AtomicReference<@Nullable Thread> held = new AtomicReference<>();
    final CountDownLatch goOn = new CountDownLatch(1);
    private final HandTime inner = new HandTime();

    @Override
    public long nanos() {
      if (Thread.currentThread().equals(held.get())) {
        try {
          goOn.await();
        } catch (InterruptedException e) {
          throw new AssertionError(e);
        }
      }
      return inner.nanos();
    }

    @Override
    public Instant wall() {
      return inner.wall();
    }

    @Override
    public Timer after(Duration delay, Runnable action) {
      return inner.after(delay, action);
    }

    @Override
    public void sleep(Duration delay) throws InterruptedException {
      inner.sleep(delay);
    }

    @Override
    public boolean await(CompletionStage<?> stage, Duration limit) throws InterruptedException {
      return inner.await(stage, limit);
    }
  }

  /** Looks at the turns that run as the stream ends. */
  private record Looking(
      TurnRegistry registry, CountDownLatch hasLast, CompletableFuture<Integer> runningAtTheEnd)
      implements EventStreamResponse {
    @Override
    public boolean send(@Nullable String id, @Nullable String event, byte[] data) {
      if ("turn_complete".equals(event)) {
        hasLast.countDown();
      }
      return true;
    }

    @Override
    public boolean send(byte[] frames) {
      return true;
    }

    @Override
    public boolean retry(long millis) {
      return true;
    }

    @Override
    public long unsent() {
      return 0;
    }

    @Override
    public void end() {
      runningAtTheEnd.complete(registry.active().size());
    }
  }

  @Test
  void itIsOver() throws UnknownTurnException, CyclicTurnException, InterruptedException {
    var time = new HeldTime();
    var registry =
        new TurnRegistry(
            new TurnOptions(time, Thread.ofVirtual().factory(), LoopLimits.DEFAULT, _ -> {}));
    var turn = registry.begin(TurnRequest.of("main", "s1"));
    var stream = new Looking(registry, new CountDownLatch(1), new CompletableFuture<>());
    var reading = TurnStream.begin(turn, 0, stream);
    var ending = Thread.ofVirtual().unstarted(turn::complete);
    time.held.set(ending);
    ending.start();
    stream.hasLast().await();
    // Its reader has all events, and either waits for the end or takes the last one for it.
    while (reading.isAlive() && reading.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    time.goOn.countDown();
    assertThat(stream.runningAtTheEnd().join()).isZero();
    reading.join();
    ending.join();
  }
}
