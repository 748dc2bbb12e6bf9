package dev.belay.core.turn;

import dev.belay.core.call.CallRequest;
import dev.belay.core.call.Gate;
import dev.belay.core.call.Governor;
import dev.belay.core.call.GovernorOptions;
import dev.belay.core.call.Ledger;
import dev.belay.core.call.Limits;
import dev.belay.core.call.Payload;
import dev.belay.core.call.Work;
import dev.belay.core.journal.Journal;
import dev.belay.core.lane.Lane;
import dev.belay.core.time.Simulation;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** Turns on simulated time, with scripted tools. */
final class TurnRig {
  final Simulation simulation;
  final Journal journal;
  final Governor governor;
  final TurnRegistry registry;
  final List<String> log = new ArrayList<>();

  TurnRig(long seed) {
    simulation = new Simulation(seed);
    journal = new Journal(simulation, 16_384);
    governor =
        new Governor(
            new GovernorOptions(
                simulation,
                simulation.threads(),
                new Random(seed),
                "sim",
                journal,
                Ledger.NONE,
                Duration.ofSeconds(2),
                Duration.ofMillis(100)));
    registry =
        new TurnRegistry(
            new TurnOptions(simulation, simulation.threads(), LoopLimits.DEFAULT, log::add));
  }

  /** A scripted tool. */
  final class Told implements TurnTool {
    private final String name;
    private final Work work;
    private Lane lane = new Lane.Parallel();
    private Limits limits;
    private String arguments = "{}";
    private double finding;
    private double telling;
    private Gate[] gates = {};
    private @Nullable String refusal;

    private Told(String name, Work work) {
      this.name = name;
      this.work = work;
      limits = ToolTimeouts.DEFAULT.of(name);
    }

    Told in(Lane other) {
      lane = other;
      return this;
    }

    Told within(Limits other) {
      limits = other;
      return this;
    }

    Told with(String other) {
      arguments = other;
      return this;
    }

    /** Resolving the tool takes this long. */
    Told foundAfter(double seconds) {
      finding = seconds;
      return this;
    }

    /** The turn learns of the call this long after its start. */
    Told toldAfter(double seconds) {
      telling = seconds;
      return this;
    }

    Told refusedAs(String reason) {
      refusal = reason;
      return this;
    }

    /** The call has a gate of its own. */
    Told behind(Gate gate) {
      gates = new Gate[] {gate};
      return this;
    }

    ToolUse as(String id) {
      return new ToolUse(id, this);
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public Lane lane() {
      return lane;
    }

    @Override
    public Limits limits() {
      return limits;
    }

    @Override
    public String fingerprint() {
      return arguments;
    }

    @Override
    public void start(TurnCallPolicy terms) {
      if (finding == 0) {
        begin(terms);
      } else {
        var _ = simulation.after(seconds(finding), () -> begin(terms));
      }
    }

    private void begin(TurnCallPolicy terms) {
      if (refusal != null) {
        terms.refused(refusal);
        return;
      }
      var call =
          governor.start(
              terms.on(
                  CallRequest.of(name, Payload.EMPTY).withLimits(Limits.NONE).withGates(gates)),
              work);
      if (telling == 0) {
        terms.started(call);
      } else {
        var _ = simulation.after(seconds(telling), () -> terms.started(call));
      }
    }

    @Override
    public ToolAnswer read(Payload result) {
      var text = new String(result.bytes(), StandardCharsets.UTF_8);
      return new ToolAnswer(text, text, text.startsWith("error"));
    }
  }

  Told tool(String name, Work work) {
    return new Told(name, work);
  }

  /** Returns a tool that takes this long and then returns the text. */
  Told tool(String name, double seconds, String text) {
    return tool(
        name,
        _ -> {
          simulation.sleep(seconds(seconds));
          return text(text);
        });
  }

  /** Returns a tool that never ends by itself. */
  Told hanging(String name) {
    return tool(
        name,
        _ -> {
          while (true) {
            simulation.sleep(Duration.ofDays(1));
          }
        });
  }

  static Payload text(String text) {
    return new Payload("text", text.getBytes(StandardCharsets.UTF_8));
  }

  static Duration seconds(double seconds) {
    return Duration.ofNanos(Math.round(seconds * 1e9));
  }

  void at(double seconds, Runnable action) {
    var _ = simulation.after(seconds(seconds).minusNanos(simulation.nanos()), action);
  }

  /** Runs one batch in a turn, and completes it. */
  Running running(TurnRequest request, List<ToolUse> uses) {
    return running(begin(request), uses);
  }

  Running running(Turn turn, List<ToolUse> uses) {
    var running = new Running(turn, new ArrayList<>());
    inTurn(() -> {
      running.results.addAll(turn.run(uses));
      var _ = turn.complete();
      return running;
    });
    return running;
  }

  /** Runs one batch to its end, with all consequences. */
  Running ran(TurnRequest request, ToolUse... uses) {
    var running = running(request, List.of(uses));
    simulation.run();
    return running;
  }

  /** Runs one batch in a turn that was held from its beginning. */
  Running running(TurnHold held, List<ToolUse> uses) {
    var running = new Running(held.turn(), new ArrayList<>());
    inTurn(() -> {
      try (held) {
        running.results.addAll(held.turn().run(uses));
      }
      var _ = held.turn().complete();
      return running;
    });
    return running;
  }

  TurnHold beginHeld(TurnRequest request) {
    try {
      return registry.beginHeld(request);
    } catch (UnknownTurnException | CyclicTurnException e) {
      throw new AssertionError(e);
    }
  }

  /** Acts as an agent, on a thread of its own. */
  void inTurn(Callable<?> action) {
    simulation
        .threads()
        .newThread(() -> {
          try {
            var _ = action.call();
          } catch (Exception e) {
            throw new AssertionError(e);
          }
        })
        .start();
  }

  Turn begin(TurnRequest request) {
    try {
      return registry.begin(request);
    } catch (UnknownTurnException | CyclicTurnException e) {
      throw new AssertionError(e);
    }
  }

  /** A running turn, and its results once they exist. */
  record Running(Turn turn, List<ToolUseResult> results) {
    List<String> texts() {
      return results.stream().map(ToolUseResult::text).toList();
    }

    List<TurnEvent> events() {
      return TurnRig.events(turn);
    }

    /** {@return the kinds of the events, in order} */
    List<String> story() {
      return events().stream().map(TurnRig::word).toList();
    }
  }

  static List<TurnEvent> events(Turn turn) {
    var events = new ArrayList<TurnEvent>();
    var reader = turn.reader(0);
    for (var reading = reader.poll(); reading != null; reading = reader.poll()) {
      if (reading instanceof TurnReading.Entry(long _, TurnEvent event)) {
        events.add(event);
      }
    }
    return events;
  }

  static String word(TurnEvent event) {
    return switch (event) {
      case TurnEvent.Started _ -> "start";
      case TurnEvent.ToolStarted(String id, String _) -> "begin " + id;
      case TurnEvent.ToolProgress(String id, String _, Duration elapsed) ->
          "still " + id + " " + Math.round(elapsed.toMillis() / 1000.0);
      case TurnEvent.ToolTimedOut(String id, String _, ToolTimeoutError _) -> "timeout " + id;
      case TurnEvent.ToolCancelled(String id, String _, String _) -> "cancelled " + id;
      case TurnEvent.ToolEnded ended -> "result " + ended.toolId();
      case TurnEvent.Said(String text) -> "say " + text;
      case TurnEvent.Retried(int attempt, Duration _, String _) -> "retry " + attempt;
      case TurnEvent.Troubled(String message) -> "error " + message;
      case TurnEvent.Completed(int calls) -> "complete " + calls;
      case TurnEvent.Aborted(AbortReason reason) -> "abort " + reason.detail();
    };
  }
}
