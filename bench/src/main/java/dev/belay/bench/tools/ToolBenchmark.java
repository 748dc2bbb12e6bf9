package dev.belay.bench.tools;

import dev.belay.core.call.CallRequest;
import dev.belay.core.call.Governor;
import dev.belay.core.call.GovernorOptions;
import dev.belay.core.call.Payload;
import dev.belay.core.call.Reply;
import dev.belay.tools.call.ToolCall;
import dev.belay.tools.declare.NativeTool;
import dev.belay.tools.declare.Tools;
import dev.belay.tools.result.ToolResult;
import dev.belay.tools.run.Client;
import dev.belay.tools.run.Contract;
import dev.belay.tools.run.RunnerOptions;
import dev.belay.tools.run.StandardContract;
import dev.belay.tools.run.ToolEnd;
import dev.belay.tools.run.ToolRequest;
import dev.belay.tools.run.ToolRunner;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Cost of an annotated tool with two arguments over an empty call of the bare governor. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 4, time = 1)
public class ToolBenchmark {
  private static final CallRequest EMPTY = CallRequest.of("empty", Payload.EMPTY);
  private static final ToolRequest REQUEST =
      ToolRequest.of(
          "{\"text\":\"hello from the bench\",\"count\":5}".getBytes(StandardCharsets.US_ASCII));

  private final GovernorOptions system = GovernorOptions.system();
  private final Governor governor = new Governor(system);
  private final Contract contract = new StandardContract();
  private final ToolRunner runner =
      new ToolRunner(RunnerOptions.of(governor, system.time(), contract, system.random()));
  private final NativeTool tool = Tools.of(new FirstCharacters()).all().getFirst();
  private @Nullable ToolCall parsed;

  /** Starts a waiting call with the arguments of the measured one. */
  @Setup(Level.Trial)
  public void park() {
    var handed = new CompletableFuture<ToolCall>();
    var waiting =
        new NativeTool(
            tool.declaration(),
            call -> {
              handed.complete(call);
              new CountDownLatch(1).await();
              return null;
            });
    var _ = runner.start(waiting, REQUEST, Client.NONE);
    parsed = handed.join();
  }

  @TearDown(Level.Trial)
  public void close() {
    governor.close();
    runner.close();
  }

  /** An empty call, from its start to the reply at a waiter that spins. */
  @Benchmark
  public Reply governorAlone() {
    var told = new AtomicReference<@Nullable Reply>();
    try (var _ = governor.start(EMPTY, call -> Payload.EMPTY).attach(told::set)) {
      return awaited(told);
    }
  }

  /** The same for the tool: arguments parsed and checked, result normalized and written. */
  @Benchmark
  public ToolEnd annotatedTool() {
    var told = new AtomicReference<@Nullable ToolEnd>();
    runner.start(tool, REQUEST, Client.NONE).onEnd(told::set);
    return awaited(told);
  }

  /** The bound method with parsed arguments, and its result normalized. */
  @Benchmark
  public ToolResult dispatch() throws Exception {
    return contract.result(tool.declaration(), tool.body().run(Objects.requireNonNull(parsed)));
  }

  private static <T> T awaited(AtomicReference<@Nullable T> told) {
    while (true) {
      var got = told.get();
      if (got != null) {
        return got;
      }
      Thread.onSpinWait();
    }
  }
}
