package dev.belay.bench.core;

import dev.belay.bench.report.Sample;
import dev.belay.core.call.Call;
import dev.belay.core.call.Governor;
import dev.belay.core.call.GovernorOptions;
import dev.belay.core.time.Time;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * Latency of a request for all calls, on a virtual thread like that of {@code /health}, while
 * others spin.
 */
record Looks(int count, int spinning) {
  private static final Duration BETWEEN = Duration.ofMillis(20);

  /** {@return the nanoseconds from request to answer} */
  Sample measure() throws InterruptedException {
    var time = Time.system();
    var took = new long[count];
    try (var governor = new Governor(GovernorOptions.system());
        var _ = SpinningCalls.start(governor, spinning)) {
      for (int i = 0; i < count; i++) {
        time.sleep(BETWEEN);
        var answer = new CompletableFuture<Long>();
        long asked = time.nanos();
        var _ =
            Thread.startVirtualThread(() -> {
              var _ = governor.directory().calls().stream().map(Call::snapshot).toList();
              answer.complete(time.nanos() - asked);
            });
        took[i] = answer.join();
      }
    }
    return new Sample(took);
  }
}
