package dev.belay.core.turn;

import dev.belay.core.call.CallContext;
import dev.belay.core.call.Limits;
import dev.belay.core.call.Payload;
import dev.belay.core.call.Work;
import dev.belay.core.lane.Lane;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/**
 * Turns whose tools hang, fail, ignore interrupts or run turns of their own, and whose models are
 * asked in between, aborted at any instant, often within a millisecond of other events. Everything
 * follows from the seed.
 */
final class TurnWorld {
  final TurnRig rig;
  final List<Begun> turns = new ArrayList<>();

  /** Turns that ended while their model was still answering. */
  final List<TurnId> endedEarly = new ArrayList<>();

  /** The calls whose work began, by turn. */
  final Map<TurnId, Set<String>> reached = new HashMap<>();

  /** The number of running works, and of results they returned, wanted or not. */
  int working;

  int given;
  private final Random random;

  /** Instants of events; other events are placed close to them. */
  private final List<Double> instants = new ArrayList<>();

  /**
   * One turn.
   *
   * @param isHeld whether it cannot end before its calls are known
   */
  record Begun(TurnRig.Running running, int size, boolean isHeld) {}

  TurnWorld(long seed) {
    rig = new TurnRig(seed);
    random = new Random(~seed);
  }

  void begin() {
    int turnCount = 1 + random.nextInt(2);
    for (int i = 0; i < turnCount; i++) {
      begin(TurnRequest.of("agent" + i, "s").withLimit(limit()), 0);
    }
  }

  private TurnRig.Running begin(TurnRequest request, int depth) {
    boolean isHeld = random.nextBoolean();
    var hold = isHeld ? rig.beginHeld(request) : rig.begin(request).hold();
    var turn = hold.turn();
    var uses = uses(turn, depth);
    var running = new TurnRig.Running(turn, new ArrayList<>());
    if (!isHeld) {
      hold.close();
    }
    boolean isAsking = random.nextInt(3) == 0;
    rig.inTurn(() -> {
      try (var _ = isHeld ? hold : turn.hold()) {
        if (isAsking) {
          ask(turn);
        }
        running.results().addAll(turn.run(uses));
        if (isAsking) {
          ask(turn);
        }
      }
      var _ = turn.complete();
      return running;
    });
    turns.add(new Begun(running, uses.size(), isHeld));
    disturb(turn, uses);
    return running;
  }

  private Duration limit() {
    return random.nextInt(4) == 0 ? TurnRig.seconds(span(20)) : Duration.ZERO;
  }

  /** Runs a model that answers for a while, or briefly goes on after it was stopped. */
  private void ask(Turn turn) throws InterruptedException {
    if (turn.hasEnded()) {
      // Aborted before it was held.
      return;
    }
    var stopped = new CompletableFuture<Boolean>();
    try (var _ = turn.cancellation().onCancel(_ -> stopped.complete(true))) {
      if (rig.simulation.await(stopped, TurnRig.seconds(span(10)))) {
        rig.simulation.sleep(TurnRig.seconds(span(2)));
      }
    }
    if (turn.hasEnded()) {
      endedEarly.add(turn.id());
    }
  }

  private void disturb(Turn turn, List<ToolUse> uses) {
    var reasons = AbortReason.values();
    for (int i = random.nextInt(3); i > 0; i--) {
      var reason = reasons[random.nextInt(reasons.length)];
      rig.at(soon(), () -> turn.abort(reason));
    }
    for (int i = uses.isEmpty() ? 0 : random.nextInt(3); i > 0; i--) {
      var id = uses.get(random.nextInt(uses.size())).id();
      rig.at(soon(), () -> turn.abortTool(id));
    }
    if (random.nextInt(40) == 0) {
      rig.at(soon(), rig.registry::close);
    }
  }

  private double now() {
    return rig.simulation.nanos() / 1e9;
  }

  /** {@return a delay: zero, arbitrary, or within a millisecond of another event} */
  private double soon() {
    double now = now();
    return switch (random.nextInt(4)) {
      case 0 -> now;
      case 1 -> now + random.nextDouble(25);
      default -> Math.max(now, beside());
    };
  }

  private double beside() {
    double other = instants.isEmpty() ? 0 : instants.get(random.nextInt(instants.size()));
    return other + (random.nextInt(3) - 1) * random.nextInt(2) / 1_000.0;
  }

  /** {@return the length of something that begins now} */
  private double span(double most) {
    double span = random.nextDouble(most);
    instants.add(now() + span);
    return span;
  }

  private List<ToolUse> uses(Turn turn, int depth) {
    return IntStream.range(0, random.nextInt(6))
        .mapToObj(i -> use(turn, depth, "use" + i))
        .toList();
  }

  private ToolUse use(Turn turn, int depth, String id) {
    var tool = rig.tool("tool", noting(turn, id, work(turn, depth)));
    return found(tool).in(lane()).within(limits()).as(id);
  }

  private Work noting(Turn turn, String id, Work work) {
    return call -> {
      reached.computeIfAbsent(turn.id(), _ -> new HashSet<>()).add(id);
      working++;
      try {
        var result = work.run(call);
        given++;
        return result;
      } finally {
        working--;
      }
    };
  }

  private TurnRig.Told found(TurnRig.Told tool) {
    return switch (random.nextInt(9)) {
      case 0 -> tool.foundAfter(span(5));
      case 1 -> tool.refusedAs("no");
      case 2 -> tool.toldAfter(span(3));
      default -> tool;
    };
  }

  private Lane lane() {
    return switch (random.nextInt(6)) {
      case 0 -> new Lane.Exclusive();
      case 1 -> new Lane.Keyed("f", Lane.Access.WRITE);
      case 2 -> new Lane.Keyed("f", Lane.Access.READ);
      default -> new Lane.Parallel();
    };
  }

  /** Never without any limit: what hangs must end even without an abort. */
  private Limits limits() {
    return new Limits(TurnRig.seconds(1 + span(30)), TurnRig.seconds(span(10)));
  }

  private Work work(Turn turn, int depth) {
    return switch (random.nextInt(6)) {
      case 0 -> this::hang;
      case 1 -> this::deaf;
      case 2 ->
          _ -> {
            throw new IllegalStateException("bad");
          };
      case 3 -> depth < 3 ? _ -> ask(turn, depth) : this::hang;
      default -> this::quick;
    };
  }

  private Payload hang(CallContext call) throws InterruptedException {
    while (true) {
      rig.simulation.sleep(Duration.ofDays(1));
    }
  }

  private Payload quick(CallContext call) throws InterruptedException {
    rig.simulation.sleep(TurnRig.seconds(span(8)));
    return TurnRig.text("done");
  }

  private Payload deaf(CallContext call) {
    long until = rig.simulation.nanos() + TurnRig.seconds(span(5)).toNanos();
    while (rig.simulation.nanos() - until < 0) {
      try {
        rig.simulation.sleep(Duration.ofNanos(until - rig.simulation.nanos()));
      } catch (InterruptedException _) {
        // Ignored, as a tool may.
      }
    }
    return TurnRig.text("deaf");
  }

  private Payload ask(Turn above, int depth) throws InterruptedException {
    var place = TurnRequest.of("below" + depth, "s" + random.nextInt(1_000));
    if (above.hasEnded()) {
      return TurnRig.text("error: nobody waits for it");
    }
    var running = begin(place.within(above.id()), depth + 1);
    while (!running.turn().hasEnded()) {
      rig.simulation.sleep(Duration.ofMillis(50));
    }
    return TurnRig.text(running.texts().toString());
  }
}
