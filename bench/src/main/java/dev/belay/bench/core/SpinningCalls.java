package dev.belay.bench.core;

import dev.belay.core.call.CallContext;
import dev.belay.core.call.CallRequest;
import dev.belay.core.call.Governor;
import dev.belay.core.call.Limits;
import dev.belay.core.call.Payload;
import dev.belay.core.call.Work;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

/** Calls that compute without end and ignore their stop, until this is closed. */
final class SpinningCalls implements AutoCloseable {
  private final AtomicBoolean stop = new AtomicBoolean();

  private record Spinning(AtomicBoolean stop, CountDownLatch begun) implements Work {
    @Override
    public Payload run(CallContext call) {
      begun.countDown();
      while (!stop.get()) {
        Thread.onSpinWait();
      }
      return Payload.EMPTY;
    }

    @Override
    public boolean computes() {
      return true;
    }
  }

  /** Returns once all of them spin. */
  static SpinningCalls start(Governor governor, int count) throws InterruptedException {
    var calls = new SpinningCalls();
    var begun = new CountDownLatch(count);
    for (int i = 0; i < count; i++) {
      var request = CallRequest.of("spin", Payload.EMPTY).withLimits(Limits.NONE);
      var _ = governor.start(request, new Spinning(calls.stop, begun));
    }
    begun.await();
    return calls;
  }

  @Override
  public void close() {
    stop.set(true);
  }
}
