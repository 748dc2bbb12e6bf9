package dev.belay.core.turn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.call.CallContext;
import dev.belay.core.call.Limits;
import dev.belay.core.call.Payload;
import dev.belay.core.lane.Lane;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Turns whose tools hang, fail, are deaf to interrupts or run turns of their own, and whose models
 * are asked in between, aborted at any point of their lives.
 */
@DisplayName("P1, P6, P7: over 10,000 seeds, every call has one result and every turn one end")
final class TurnSimulationTest {
  private static final int SEEDS = Integer.getInteger("belay.seeds", 10_000);

  /** One run: all follows from its seed. */
  private static final class World {
    final TurnRig rig;
    final Random random;
    final List<TurnRig.Running> turns = new ArrayList<>();
    final List<Integer> sizes = new ArrayList<>();

    /** Turns whose end was told while their model was still saying something. */
    final List<TurnId> endedEarly = new ArrayList<>();

    World(long seed) {
      rig = new TurnRig(seed);
      random = new Random(~seed);
    }

    void begin() {
      int turnCount = 1 + random.nextInt(2);
      for (int i = 0; i < turnCount; i++) {
        var request = TurnRequest.of("agent" + i, "s");
        start(rig.begin(request.withLimit(limit())), 0);
      }
    }

    Duration limit() {
      return random.nextInt(4) == 0 ? TurnRig.seconds(random.nextDouble(20)) : Duration.ZERO;
    }

    TurnRig.Running start(Turn turn, int depth) {
      var uses = uses(turn, depth);
      var running = random.nextInt(3) == 0 ? asking(turn, uses) : rig.running(turn, uses);
      turns.add(running);
      sizes.add(uses.size());
      disturb(turn, uses);
      return running;
    }

    /** A turn whose model is asked before its calls, and after them. */
    TurnRig.Running asking(Turn turn, List<ToolUse> uses) {
      var running = new TurnRig.Running(turn, new ArrayList<>());
      rig.inTurn(() -> {
        try (var _ = turn.hold()) {
          ask(turn);
          running.results().addAll(turn.run(uses));
          ask(turn);
        }
        var _ = turn.complete();
        return running;
      });
      return running;
    }

    /** A model says something until it is done, or for a little while after it was stopped. */
    void ask(Turn turn) throws InterruptedException {
      if (turn.hasEnded()) {
        // Aborted before it was held.
        return;
      }
      var stopped = new CompletableFuture<Boolean>();
      try (var _ = turn.cancellation().onCancel(_ -> stopped.complete(true))) {
        if (rig.simulation.await(stopped, TurnRig.seconds(random.nextDouble(10)))) {
          rig.simulation.sleep(TurnRig.seconds(random.nextDouble(2)));
        }
      }
      if (turn.hasEnded()) {
        endedEarly.add(turn.id());
      }
    }

    void disturb(Turn turn, List<ToolUse> uses) {
      if (random.nextInt(3) > 0) {
        var reasons = AbortReason.values();
        var reason = reasons[random.nextInt(reasons.length)];
        rig.at(soon(), () -> turn.abort(reason));
      }
      if (!uses.isEmpty() && random.nextInt(3) == 0) {
        var id = uses.get(random.nextInt(uses.size())).id();
        rig.at(soon(), () -> turn.abortTool(id));
      }
      if (random.nextInt(40) == 0) {
        rig.at(soon(), rig.registry::close);
      }
    }

    double soon() {
      double now = rig.simulation.nanos() / 1e9;
      return now + (random.nextBoolean() ? 0 : random.nextDouble(25));
    }

    List<ToolUse> uses(Turn turn, int depth) {
      return IntStream.range(0, random.nextInt(6))
          .mapToObj(i -> found(tool(turn, depth)).in(lane()).within(limits()).as("use" + i))
          .toList();
    }

    TurnRig.Told found(TurnRig.Told tool) {
      return switch (random.nextInt(8)) {
        case 0 -> tool.foundAfter(random.nextDouble(5));
        case 1 -> tool.refusedAs("no");
        default -> tool;
      };
    }

    Lane lane() {
      return switch (random.nextInt(6)) {
        case 0 -> new Lane.Exclusive();
        case 1 -> new Lane.Keyed("f", Lane.Access.WRITE);
        case 2 -> new Lane.Keyed("f", Lane.Access.READ);
        default -> new Lane.Parallel();
      };
    }

    /** Never none at all: what hangs must end even where nobody aborts it. */
    Limits limits() {
      return new Limits(
          TurnRig.seconds(1 + random.nextDouble(30)), TurnRig.seconds(random.nextDouble(10)));
    }

    TurnRig.Told tool(Turn turn, int depth) {
      return switch (random.nextInt(6)) {
        case 0 -> rig.hanging("hang");
        case 1 -> rig.tool("deaf", this::deaf);
        case 2 ->
            rig.tool(
                "bad",
                _ -> {
                  throw new IllegalStateException("bad");
                });
        case 3 -> depth < 3 ? rig.tool("ask", _ -> ask(turn, depth)) : rig.hanging("hang");
        default -> rig.tool("quick", random.nextDouble(8), "done");
      };
    }

    Payload deaf(CallContext call) {
      long until = rig.simulation.nanos() + TurnRig.seconds(random.nextDouble(5)).toNanos();
      while (rig.simulation.nanos() - until < 0) {
        try {
          rig.simulation.sleep(Duration.ofNanos(until - rig.simulation.nanos()));
        } catch (InterruptedException _) {
          // Deaf, as a tool may be.
        }
      }
      return TurnRig.text("deaf");
    }

    Payload ask(Turn above, int depth) throws InterruptedException {
      try {
        var child =
            rig.registry.begin(
                TurnRequest.of("below" + depth, "s" + random.nextInt(1_000)).within(above.id()));
        var running = start(child, depth + 1);
        while (!child.hasEnded()) {
          rig.simulation.sleep(Duration.ofMillis(50));
        }
        return TurnRig.text(running.texts().toString());
      } catch (UnknownTurnException | CyclicTurnException e) {
        return TurnRig.text("error: " + e.getMessage());
      }
    }
  }

  @Test
  @DisplayName("One result for each call, one last event, nothing alive, no timer left")
  void everySeed() {
    for (long seed = 0; seed < SEEDS; seed++) {
      var world = new World(seed);
      world.begin();
      world.rig.simulation.run();
      check(world, seed);
    }
  }

  private static void check(World world, long seed) {
    for (int i = 0; i < world.turns.size(); i++) {
      var turn = world.turns.get(i);
      var what = "seed %d, turn %s: %s".formatted(seed, turn.turn().id(), turn.story());
      assertThat(turn.results()).as(what).hasSize(world.sizes.get(i));
      assertThat(turn.results()).as(what).extracting(ToolUseResult::id).doesNotHaveDuplicates();
      var events = turn.events();
      assertThat(events.stream().filter(TurnEvent::isLast)).as(what).hasSize(1);
      assertThat(events.getLast().isLast()).as(what).isTrue();
      assertThat(toldTwiceOrLate(events)).as(what).isEmpty();
      assertThat(events.stream().filter(TurnEvent.ToolEnded.class::isInstance).count())
          .as("all are told of, or none where the turn was over before them; " + what)
          .isIn(0L, (long) turn.results().size());
    }
    assertThat(world.endedEarly).as("seed " + seed).isEmpty();
    assertThat(world.rig.registry.active()).as("seed " + seed).isEmpty();
    assertThat(world.rig.governor.directory().calls()).as("seed " + seed).isEmpty();
    assertThat(world.rig.simulation.armedTimers()).as("seed " + seed).isZero();
  }

  /** {@return the calls of which anything was told after their results} */
  private static List<String> toldTwiceOrLate(List<TurnEvent> events) {
    var over = new HashSet<String>();
    var late = new ArrayList<String>();
    for (var event : events) {
      var id = toolId(event);
      if (id != null && over.contains(id)) {
        late.add(id);
      }
      if (event instanceof TurnEvent.ToolEnded) {
        over.add(id);
      }
    }
    return late;
  }

  private static @Nullable String toolId(TurnEvent event) {
    return switch (event) {
      case TurnEvent.ToolStarted(String id, String _) -> id;
      case TurnEvent.ToolProgress(String id, String _, Duration _) -> id;
      case TurnEvent.ToolTimedOut(String id, String _, ToolTimeoutError _) -> id;
      case TurnEvent.ToolCancelled(String id, String _, String _) -> id;
      case TurnEvent.ToolEnded ended -> ended.toolId();
      case TurnEvent.Started _,
          TurnEvent.Said _,
          TurnEvent.Troubled _,
          TurnEvent.Completed _,
          TurnEvent.Aborted _ ->
          null;
    };
  }
}
