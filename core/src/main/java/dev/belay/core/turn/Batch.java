package dev.belay.core.turn;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/** The calls that a model asked for in one message: begun together, waited for together. */
final class Batch {
  private final Turn turn;
  private final TurnOptions options;
  private final List<UseRun> runs;
  private final AtomicInteger left;
  private final CompletableFuture<Boolean> done = new CompletableFuture<>();

  Batch(Turn turn, TurnOptions options, List<ToolUse> uses) throws RepeatedToolIdException {
    this.turn = turn;
    this.options = options;
    var ids = new HashSet<String>();
    var all = new ArrayList<UseRun>();
    for (var use : uses) {
      if (!ids.add(use.id())) {
        throw new RepeatedToolIdException(use.id());
      }
      all.add(new UseRun(turn, options, use, this::settled));
    }
    runs = List.copyOf(all);
    left = new AtomicInteger(runs.size());
  }

  List<UseRun> runs() {
    return runs;
  }

  void start() {
    if (runs.isEmpty()) {
      finish();
    }
    // In the order of the message: what writes before something reads is done first.
    runs.forEach(UseRun::reserve);
    runs.forEach(UseRun::start);
  }

  private void settled() {
    if (left.decrementAndGet() == 0) {
      finish();
    }
  }

  private void finish() {
    // First, so that who waited for the results finds the turn as they leave it.
    turn.leave();
    done.complete(true);
  }

  /** {@return the results, in the order of the calls, once all are there} */
  List<ToolUseResult> await() throws InterruptedException {
    while (!options.time().await(done, Duration.ofHours(1))) {
      // Each call has its own limits, or none at all.
    }
    return runs.stream().map(UseRun::result).toList();
  }
}
