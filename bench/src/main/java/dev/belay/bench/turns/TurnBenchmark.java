package dev.belay.bench.turns;

import dev.belay.core.call.Call;
import dev.belay.core.call.CallRequest;
import dev.belay.core.call.Governor;
import dev.belay.core.call.GovernorOptions;
import dev.belay.core.call.Limits;
import dev.belay.core.call.Outcome;
import dev.belay.core.call.Payload;
import dev.belay.core.call.Work;
import dev.belay.core.lane.Lane;
import dev.belay.core.turn.CyclicTurnException;
import dev.belay.core.turn.RepeatedToolIdException;
import dev.belay.core.turn.ToolAnswer;
import dev.belay.core.turn.ToolUse;
import dev.belay.core.turn.ToolUseResult;
import dev.belay.core.turn.TurnCallPolicy;
import dev.belay.core.turn.TurnOptions;
import dev.belay.core.turn.TurnRegistry;
import dev.belay.core.turn.TurnRequest;
import dev.belay.core.turn.TurnTool;
import dev.belay.core.turn.UnknownTurnException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** A turn of eight empty calls, beside such calls without a turn. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 4, time = 1)
public class TurnBenchmark {
  static final int CALLS = 8;

  private final Governor governor = new Governor(GovernorOptions.system());
  private final TurnRegistry registry = new TurnRegistry(TurnOptions.system(_ -> {}));
  private final TurnRequest request = TurnRequest.of("bench", "turns");
  private final Work work = _ -> Payload.EMPTY;
  private final List<ToolUse> uses = BareTool.calls(CALLS, governor, work);

  /** Closes the remains of a benchmark. */
  @TearDown
  public void close() {
    registry.close();
    governor.close();
  }

  /** From its beginning to its last event, with a platform thread that waits for the results. */
  @Benchmark
  public List<ToolUseResult> turn()
      throws UnknownTurnException,
          CyclicTurnException,
          RepeatedToolIdException,
          InterruptedException {
    var turn = registry.begin(request);
    var results = turn.run(uses);
    var _ = turn.complete();
    return results;
  }

  /** The same calls without a turn, started one after the other and then awaited. */
  @Benchmark
  public List<Outcome> calls() throws InterruptedException {
    var calls = new ArrayList<Call>(CALLS);
    for (int i = 0; i < CALLS; i++) {
      calls.add(governor.start(BareTool.REQUEST, work));
    }
    var outcomes = new ArrayList<Outcome>(CALLS);
    for (var call : calls) {
      outcomes.add(call.join());
    }
    return outcomes;
  }

  /** One of them alone: no call of the turn is quicker. */
  @Benchmark
  public Outcome call() throws InterruptedException {
    return governor.start(BareTool.REQUEST, work).join();
  }

  /**
   * A tool in a turn without any cost before the governor.
   *
   * @param fingerprint distinguishes its calls, which would otherwise be a loop
   */
  record BareTool(Governor governor, Work work, String fingerprint) implements TurnTool {
    /** The reference for calls of turns. */
    static final CallRequest REQUEST = CallRequest.of("bare", Payload.EMPTY);

    private static final Lane LANE = new Lane.Parallel();
    private static final ToolAnswer ANSWER = new ToolAnswer("", "", /* isError= */ false);

    /** {@return that many calls of this work, with distinct arguments} */
    static List<ToolUse> calls(int count, Governor governor, Work work) {
      return IntStream.range(0, count)
          .mapToObj(Integer::toString)
          .map(id -> new ToolUse(id, new BareTool(governor, work, "{\"a\":" + id + "}")))
          .toList();
    }

    @Override
    public String name() {
      return "bare";
    }

    @Override
    public Lane lane() {
      return LANE;
    }

    @Override
    public Limits limits() {
      return Limits.DEFAULT;
    }

    @Override
    public void start(TurnCallPolicy terms) {
      terms.started(governor.start(terms.on(REQUEST), work));
    }

    @Override
    public ToolAnswer read(Payload result) {
      return ANSWER;
    }
  }
}
