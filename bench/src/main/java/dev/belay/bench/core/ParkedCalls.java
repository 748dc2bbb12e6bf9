package dev.belay.bench.core;

import dev.belay.core.call.Call;
import dev.belay.core.call.CallRequest;
import dev.belay.core.call.Governor;
import dev.belay.core.call.Limits;
import dev.belay.core.call.Payload;
import dev.belay.core.call.Work;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/** Many calls in progress that only wait, like those of slow tools. */
final class ParkedCalls {
  private ParkedCalls() {}

  /** Starts {@code count} calls and returns once all of them run. */
  static List<Call> start(Governor governor, int count, Limits limits) throws InterruptedException {
    var running = new CountDownLatch(count);
    Work work =
        call -> {
          running.countDown();
          while (!call.cancellation().isCancelled()) {
            LockSupport.park();
          }
          return Payload.EMPTY;
        };
    var request = CallRequest.of("parked", Payload.EMPTY).withLimits(limits);
    var calls = new ArrayList<Call>(count);
    for (int i = 0; i < count; i++) {
      calls.add(governor.start(request, work));
    }
    running.await();
    return calls;
  }
}
