package dev.belay.testkit.fault;

/** Tools that take their time, with every attitude to cancellation. */
final class Slow {
  private Slow() {}

  static void run(Fault fault, Call call, ServerLog log) throws InterruptedException {
    switch (fault) {
      case SLEEP -> {
        if (!call.cancelledWithin(call.millis("ms", 1_000))) {
          call.answer("slept");
        }
      }
      case PROGRESS -> progress(call);
      case HANG_HONOURING_CANCEL -> call.awaitCancellation();
      case IGNORE_CANCEL -> {
        Thread.sleep(call.millis("ms", 1_000));
        call.answer("finished all the same");
      }
      case ANSWER_AFTER_CANCEL -> {
        call.awaitCancellation();
        Thread.sleep(call.millis("ms", 50));
        call.answer("too late");
        log.note("late", call.tool);
      }
      case BEAT_FOREVER -> {
        var beat = 0L;
        while (!call.cancelledWithin(call.millis("everyMs", 100))) {
          call.progress(++beat, 0, "beat " + beat);
        }
      }
      default -> Thread.currentThread().join();
    }
  }

  private static void progress(Call call) throws InterruptedException {
    var steps = call.number("steps", 3);
    for (var step = 1L; step <= steps; step++) {
      if (call.cancelledWithin(call.millis("everyMs", 20))) {
        return;
      }
      call.progress(step, steps, "step " + step + " of " + steps);
    }
    call.answer("done");
  }
}
