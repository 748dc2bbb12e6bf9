package dev.belay.testkit.fault;

/** Tools that take their time, with every attitude to cancellation. */
final class Slow {
  private Slow() {}

  static void sleep(Call call, ServerLog log) throws InterruptedException {
    if (!call.cancelledWithin(call.millis("ms", 1_000))) {
      // Before the answer, after which the next call may be noted at any moment.
      log.note("slept", call.tool);
      call.answer("slept");
    }
  }

  static void progress(Call call) throws InterruptedException {
    var steps = call.number("steps", 3);
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
    Thread.sleep(call.millis("ms", 1_000));
    call.answer("finished all the same");
  }

  static void answerAfterCancel(Call call) throws InterruptedException {
    call.awaitCancellation();
    Thread.sleep(call.millis("ms", 50));
    call.answer("too late");
  }

  static void beatForever(Call call) throws InterruptedException {
    var beat = 0L;
    while (!call.cancelledWithin(call.millis("everyMs", 100))) {
      call.progress(++beat, 0, "beat " + beat);
    }
  }
}
