package dev.belay.bench.turns;

import dev.belay.bench.report.Report;
import dev.belay.bench.report.Sample;
import dev.belay.bench.turns.TurnBenchmark.BareTool;
import dev.belay.core.call.Caller;
import dev.belay.core.call.Governor;
import dev.belay.core.call.GovernorOptions;
import dev.belay.core.call.Payload;
import dev.belay.core.call.Work;
import dev.belay.core.time.Time;
import dev.belay.core.turn.AbortReason;
import dev.belay.core.turn.CyclicTurnException;
import dev.belay.core.turn.RepeatedToolIdException;
import dev.belay.core.turn.Turn;
import dev.belay.core.turn.TurnOptions;
import dev.belay.core.turn.TurnRegistry;
import dev.belay.core.turn.TurnRequest;
import dev.belay.core.turn.UnknownTurnException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/**
 * Delay until an abort reaches all calls of a turn, among many other turns. A call is reached once
 * its work has noticed it and ended.
 */
final class TurnAborts {
  private static final int TURNS = 1_000;
  private static final int CALLS = 8;
  private static final int ALONE = 200;
  private static final Duration LAST_WAIT = Duration.ofSeconds(10);
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(1);

  private final Time time = Time.system();
  private final Governor governor = new Governor(GovernorOptions.system());
  private final TurnRegistry registry = new TurnRegistry(TurnOptions.system(_ -> {}));

  /** Measures one abort, and the aborts of all other turns. */
  void take(Report report) throws InterruptedException {
    try {
      var alone = new ArrayList<Long>();
      var all = new ArrayList<Running>();
      for (int i = 0; i < TURNS; i++) {
        all.add(begin());
      }
      for (var one : all) {
        one.begun.await();
      }
      for (var one : all.subList(0, ALONE)) {
        alone.add(abort(List.of(one)));
        // The next one finds a quiet machine, as a person's abort does.
        time.sleep(BETWEEN_LOOKS);
      }
      long rest = abort(all.subList(ALONE, TURNS));
      tell(report, Sample.of(alone), rest);
    } catch (UnknownTurnException | CyclicTurnException e) {
      throw new IllegalStateException("a turn without a parent began not", e);
    } finally {
      registry.close();
      governor.close();
    }
  }

  private void tell(Report report, Sample alone, long rest) throws InterruptedException {
    long due = time.nanos() + LAST_WAIT.toNanos();
    while (left() > 0 && time.nanos() < due) {
      time.sleep(BETWEEN_LOOKS);
    }
    report.atMost(
        "abort of one of 1,000 turns with 8 hanging calls each, slowest of " + ALONE,
        10,
        "ms",
        alone.max() / 1e6,
        "until all of its calls are over; p50 %s ms, p99 %s ms",
        alone.median() / 1e6,
        alone.at(0.99) / 1e6);
    report.atMost(
        "abort of the other %d turns at once".formatted(TURNS - ALONE),
        1_000,
        "ms",
        rest / 1e6,
        "until all %,d calls are over",
        (TURNS - ALONE) * CALLS);
    report.atMost("calls and turns left", 0, "of both", left());
  }

  private int left() {
    return registry.active().size() + governor.directory().calls().size();
  }

  /** A running turn with counters of its calls begun and ended. */
  private record Running(Turn turn, CountDownLatch begun, CountDownLatch over) {}

  private Running begin() throws UnknownTurnException, CyclicTurnException {
    // One principal may not have so many.
    var principal = "bench-" + registry.active().size() / TurnOptions.MOST_OF_ONE;
    var request = TurnRequest.of("bench", "aborts").withCaller(Caller.of(principal, null));
    var turn = registry.begin(request);
    var running = new Running(turn, new CountDownLatch(CALLS), new CountDownLatch(CALLS + 1));
    Work hang =
        call -> {
          running.begun.countDown();
          while (!call.cancellation().isCancelled()) {
            LockSupport.park();
          }
          running.over.countDown();
          return Payload.EMPTY;
        };
    Thread.ofVirtual()
        .name("bench-turn")
        .start(() -> {
          try {
            var _ = turn.run(BareTool.calls(CALLS, governor, hang));
            running.over.countDown();
          } catch (InterruptedException | RepeatedToolIdException e) {
            throw new IllegalStateException(e);
          }
        });
    return running;
  }

  /** {@return the nanoseconds until all calls of all these turns have ended, and the turns too} */
  private long abort(List<Running> turns) throws InterruptedException {
    long begun = time.nanos();
    // On another thread than the waiting one, like a person's abort.
    var _ =
        CompletableFuture.runAsync(() -> turns.forEach(one -> one.turn.abort(AbortReason.USER)));
    for (var one : turns) {
      one.over.await();
    }
    return time.nanos() - begun;
  }
}
