package dev.belay.testbed.fault;

import dev.belay.core.time.Time;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutionException;

/** Slow tools, with every attitude to cancellation. */
final class Slow {
  /** The polling interval of a call that waits for a file. */
  private static final Duration LOOK = Duration.ofMillis(10);

  private Slow() {}

  static void sleep(Call call, ServerLog log) throws InterruptedException {
    var until = call.text("until");
    if (until.isEmpty()
        ? !call.cancelledWithin(call.millis("ms", 1_000))
        : isThereBeforeCancellation(Path.of(until), call)) {
      // Before the answer, after which the next call may be logged at any moment.
      log.note("slept", call.tool);
      call.answer("slept");
    }
  }

  private static boolean isThereBeforeCancellation(Path file, Call call)
      throws InterruptedException {
    // A test that opens a gate need not move a clock for it.
    while (!call.cancelledWithin(LOOK, Time.system())) {
      if (Files.exists(file)) {
        return true;
      }
    }
    return false;
  }

  static void progress(Call call) throws InterruptedException {
    var steps = call.number("steps", 3);
    var until = call.text("until");
    if (!until.isEmpty() && !isThereBeforeCancellation(Path.of(until), call)) {
      return;
    }
    for (var step = 1L; step <= steps; step++) {
      if (call.cancelledWithin(call.millis("everyMs", 20))) {
        return;
      }
      call.progress(step, steps, "step " + step + " of " + steps);
    }
    call.answer("done");
  }

  static void hang() throws InterruptedException {
    Thread.currentThread().join();
  }

  static void ignoreCancel(Call call) throws InterruptedException {
    call.sleep(call.millis("ms", 1_000));
    call.answer("finished all the same");
  }

  static void answerAfterCancel(Call call) throws InterruptedException, ExecutionException {
    call.awaitCancellation();
    call.sleep(call.millis("ms", 50));
    call.answer("too late");
  }

  static void beatForever(Call call) throws InterruptedException {
    var beat = 0L;
    while (!call.cancelledWithin(call.millis("everyMs", 100))) {
      call.progress(++beat, 0, "beat " + beat);
    }
  }
}
