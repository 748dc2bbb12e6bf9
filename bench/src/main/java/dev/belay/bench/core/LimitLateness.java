package dev.belay.bench.core;

import dev.belay.bench.report.Sample;
import dev.belay.core.call.CallRequest;
import dev.belay.core.call.Governor;
import dev.belay.core.call.GovernorOptions;
import dev.belay.core.call.Limits;
import dev.belay.core.call.Payload;
import dev.belay.core.time.Time;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/**
 * How long after its limit a call's waiter is told, where many calls have limits at random.
 *
 * @param others how many more calls are in flight, with limits that are far away
 * @param firing how many calls reach theirs
 * @param spinning how many beside them compute without end
 */
record LimitLateness(int others, int firing, int spinning) {
  private static final Duration SOONEST = Duration.ofMillis(500);
  private static final Duration LATEST = Duration.ofSeconds(5);

  /** {@return the nanoseconds between limit and reply} */
  Sample measure() throws InterruptedException {
    var time = Time.system();
    var late = new ConcurrentLinkedQueue<Long>();
    try (var governor = new Governor(GovernorOptions.system());
        var _ = SpinningCalls.start(governor, spinning)) {
      var _ = ParkedCalls.start(governor, others, Limits.DEFAULT);
      var random = new SplittableRandom(1);
      var replied = new CountDownLatch(firing);
      for (int i = 0; i < firing; i++) {
        var limit = Duration.ofNanos(random.nextLong(SOONEST.toNanos(), LATEST.toNanos()));
        var begun = new long[1];
        var request =
            CallRequest.of("late", Payload.EMPTY).withLimits(new Limits(limit, Duration.ZERO));
        var call =
            governor.start(
                request,
                context -> {
                  begun[0] = time.nanos();
                  while (!context.cancellation().isCancelled()) {
                    LockSupport.park();
                  }
                  return Payload.EMPTY;
                });
        var _ =
            call.attach(reply -> {
              late.add(time.nanos() - begun[0] - limit.toNanos());
              replied.countDown();
            });
      }
      replied.await();
    }
    return Sample.of(late);
  }
}
