package dev.belay.bench.core;

import dev.belay.core.call.Call;
import dev.belay.core.call.CallRequest;
import dev.belay.core.call.Governor;
import dev.belay.core.call.GovernorOptions;
import dev.belay.core.call.Limits;
import dev.belay.core.call.Outcome;
import dev.belay.core.call.Payload;
import dev.belay.core.call.Reply;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Cost of one call with an empty tool, alone and among many in progress. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 4, time = 1)
public class GovernorBenchmark {
  private static final int BATCH = 256;
  private static final CallRequest EMPTY = CallRequest.of("empty", Payload.EMPTY);
  private static final CallRequest UNLIMITED = EMPTY.withLimits(Limits.NONE);

  /** The number of other calls in progress, all with the default limits. */
  @Param({"0", "100000"})
  public int inFlight;

  private final Governor governor = new Governor(GovernorOptions.system());
  private @Nullable Call running;

  @Setup(Level.Trial)
  public void fill() throws InterruptedException {
    var _ = ParkedCalls.start(governor, inFlight, Limits.DEFAULT);
    running = ParkedCalls.start(governor, 1, Limits.DEFAULT).getFirst();
  }

  @TearDown(Level.Trial)
  public void close() {
    governor.close();
  }

  /** From start to the reply at a waiter that spins, so that its wake-up does not count. */
  @Benchmark
  public Reply startToReply() {
    var told = new AtomicReference<@Nullable Reply>();
    try (var _ = governor.start(EMPTY, call -> Payload.EMPTY).attach(told::set)) {
      while (true) {
        var reply = told.get();
        if (reply != null) {
          return reply;
        }
        Thread.onSpinWait();
      }
    }
  }

  /** The JDK's own cost of an empty task on another thread: the floor under a call. */
  @Benchmark
  public boolean virtualThreadAlone() {
    var ran = new AtomicBoolean();
    Thread.startVirtualThread(() -> ran.set(true));
    while (!ran.get()) {
      Thread.onSpinWait();
    }
    return ran.get();
  }

  /**
   * From start to the return of {@code join}, including the wake-up of the waiting platform thread.
   */
  @Benchmark
  public Outcome startToJoin() throws InterruptedException {
    return governor.start(EMPTY, call -> Payload.EMPTY).join();
  }

  /** Throughput: calls started one after the other, then awaited together. */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public Outcome pipelined() throws InterruptedException {
    return batch(EMPTY);
  }

  /**
   * The same without limits; the difference to {@link #pipelined} is their arming and disarming.
   */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public Outcome pipelinedUnlimited() throws InterruptedException {
    return batch(UNLIMITED);
  }

  private Outcome batch(CallRequest request) throws InterruptedException {
    var calls = new Call[BATCH];
    for (int i = 0; i < BATCH; i++) {
      calls[i] = governor.start(request, call -> Payload.EMPTY);
    }
    for (int i = 0; i < BATCH - 1; i++) {
      var _ = calls[i].join();
    }
    return calls[BATCH - 1].join();
  }

  /** A heartbeat without a message. */
  @Benchmark
  public boolean heartbeat() {
    return call().heartbeat(null, null, null);
  }

  /**
   * Sets limits of a running call and removes them.
   *
   * <p>More than the arming and disarming of a call's own limits, which are two writes of its own
   * fields and one check whether the sweeper runs: here both replacements are journaled too.
   */
  @Benchmark
  public Call armAndDisarm() {
    call().replaceLimits(Limits.DEFAULT, "");
    call().replaceLimits(Limits.NONE, "");
    return call();
  }

  private Call call() {
    return Objects.requireNonNull(running);
  }
}
