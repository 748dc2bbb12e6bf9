package dev.belay.tools.run;

import dev.belay.core.call.CallInfo;
import dev.belay.core.call.CallRequest;
import dev.belay.core.call.Gate;
import dev.belay.core.call.Payload;
import dev.belay.core.call.RefusedException;
import dev.belay.core.call.Retry;
import dev.belay.core.call.Unattended;
import dev.belay.core.lane.Lanes;
import dev.belay.core.time.Time;
import dev.belay.process.spawn.Spawner;
import dev.belay.tools.declare.NativeTool;
import dev.belay.tools.declare.ToolDeclaration;
import dev.belay.tools.share.SharedResults;
import dev.belay.tools.share.SharedWork;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs the calls of native tools for any transport. The governor has the call, under the tool's own
 * terms and the configuration; every computation is within the call, on the governor's workers.
 *
 * <p>Safe for use by many threads. Parts that few tools need, shared results and child processes,
 * are loaded at their first use.
 */
public final class ToolRunner implements AutoCloseable {
  /** The dialect of arguments. */
  public static final String DIALECT = "json";

  private final RunnerOptions options;
  private final Retry retry;
  private final AtomicReference<@Nullable SharedResults<ResultKey, Progress, ToolWork.Rendered>>
      shared = new AtomicReference<>();
  private final AtomicReference<@Nullable Spawner> spawner = new AtomicReference<>();
  private final Set<ToolWork> running = ConcurrentHashMap.newKeySet();

  /** Creates a runner; starts nothing. */
  public ToolRunner(RunnerOptions options) {
    this.options = options;
    retry = new Retry(options.time(), options.random()::nextDouble);
  }

  /** {@return whether every call of that tool may run beside all other parallel calls (C19)} */
  public static boolean isAlwaysParallel(ToolDeclaration tool) {
    return LaneOf.isAlwaysParallel(tool);
  }

  /** Starts a call, and returns while it runs; invalid arguments end the call. */
  public ToolRun start(NativeTool tool, ToolRequest request, Client client) {
    var limits = options.limits().of(tool.declaration());
    var work = new ToolWork(this, tool, request, client, limits);
    var gates = new ArrayList<Gate>(request.first().size() + request.gates().size() + 3);
    gates.add(new ArgumentsGate(work));
    gates.addAll(request.first());
    gates.add(SharedWork.await(work::shared));
    request.gates().forEach(gate -> gates.add(gate.where(work::runs)));
    if (request.lanes() != null) {
      gates.add(new LaneOfCall(work, request.lanes()));
    }
    return start(request, gates, work);
  }

  private ToolRun start(ToolRequest request, List<Gate> gates, ToolWork work) {
    var asked =
        new CallRequest(
            work.tool().name(),
            request.upstream(),
            new Payload(DIALECT, request.arguments()),
            work.limits().values().wished(request.wish()),
            request.caller(),
            gates,
            new Unattended.CancelNow(),
            request.parent(),
            request.grace());
    var turn = request.turn();
    var run = new AtomicReference<@Nullable ToolRun>();
    var _ =
        options
            .governor()
            .start(
                turn == null ? asked : turn.on(asked),
                work,
                call -> {
                  work.made(call);
                  run.set(new ToolRun(work, call));
                });
    return Objects.requireNonNull(run.get());
  }

  Contract contract() {
    return options.contract();
  }

  Retry retry() {
    return retry;
  }

  Time time() {
    return options.time();
  }

  Duration grace() {
    return options.governor().grace();
  }

  /** {@return a call's part in the shared results of that key} */
  SharedWork<ResultKey, Progress, ToolWork.Rendered> shared(
      ResultKey key, Duration ttl, Consumer<Progress> hearer) {
    return new SharedWork<>(results(), key, ttl, options.governor().directory(), hearer);
  }

  SharedResults<ResultKey, Progress, ToolWork.Rendered> results() {
    var known = shared.get();
    if (known != null) {
      return known;
    }
    var made = new SharedResults<ResultKey, Progress, ToolWork.Rendered>(options.time());
    var other = shared.compareAndExchange(null, made);
    return other == null ? made : other;
  }

  Spawner spawner() {
    var known = spawner.get();
    if (known != null) {
      return known;
    }
    var made = Spawner.open(options.time());
    var other = spawner.compareAndExchange(null, made);
    if (other == null) {
      return made;
    }
    made.close();
    return other;
  }

  void begins(ToolWork work) {
    running.add(work);
  }

  void ends(ToolWork work) {
    running.remove(work);
  }

  /** {@return the tools that run now, with the stacks of their threads} */
  public List<RunningTool> running() {
    return running.stream().map(RunningTool::of).toList();
  }

  /** Ends every remaining child process; the governor ends the calls. */
  @Override
  public void close() {
    var open = spawner.get();
    if (open != null) {
      open.close();
    }
  }

  /** Waits for the lane of a call, which may depend on its arguments: they are checked before. */
  record LaneOfCall(ToolWork work, Lanes lanes) implements Gate {
    @Override
    public String name() {
      return "lane";
    }

    /** A call with another's result needs no lane. */
    @Override
    public boolean mayWait() {
      return work.runs();
    }

    @Override
    public Pass enter(CallInfo call) throws InterruptedException, RefusedException {
      return work.runs() ? lanes.gate(work.lane()).enter(call) : Pass.FREE;
    }
  }

  /** Checks arguments within the call, on a worker, and refuses the call if they are invalid. */
  record ArgumentsGate(ToolWork work) implements Gate {
    @Override
    public String name() {
      return "arguments";
    }

    @Override
    public boolean computes() {
      return true;
    }

    @Override
    public Pass enter(CallInfo call) throws RefusedException, InterruptedException {
      work.checkArguments(call);
      return Pass.FREE;
    }
  }
}
