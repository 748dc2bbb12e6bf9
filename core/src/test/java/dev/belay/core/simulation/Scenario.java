package dev.belay.core.simulation;

import dev.belay.core.call.CallInfo;
import dev.belay.core.call.CallRequest;
import dev.belay.core.call.Gate;
import dev.belay.core.call.Limits;
import dev.belay.core.call.Payload;
import dev.belay.core.call.Unattended;
import dev.belay.core.cancel.Cause;
import dev.belay.core.cancel.Stop;
import dev.belay.core.lane.Lane;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.CompletableFuture;

/** The random events of one simulated world. */
final class Scenario {
  private static final int SECONDS = 25;

  private Scenario() {}

  /** Runs one seed until only unstoppable work is left. */
  static World play(long seed) {
    var world = new World(seed);
    for (int i = world.dice.upTo(4); i >= 0; i--) {
      world.at(world.dice.oneIn(2) ? Duration.ZERO : world.dice.moment(5), () -> arrive(world));
    }
    if (world.dice.oneIn(4)) {
      for (int i = world.dice.upTo(2); i >= 0; i--) {
        var length = world.dice.oneOf(Duration.ofMillis(900), world.dice.moment(12));
        world.at(world.dice.moment(SECONDS), () -> world.stall(length));
      }
    }
    if (world.dice.oneIn(6)) {
      var user = new Stop.Cancelled(Cause.USER, "dice");
      world.at(world.dice.moment(SECONDS), () -> world.turn.cancel(user));
    }
    var end = world.dice.oneIn(6) ? world.dice.moment(SECONDS) : Duration.ofSeconds(90);
    world.at(end, world.governor::close);
    world.simulation.run();
    return world;
  }

  private static void arrive(World world) {
    var dice = world.dice;
    var lane = dice.oneIn(2) ? lane(dice) : null;
    var gates = new ArrayList<Gate>();
    if (dice.oneIn(3)) {
      var answer = new CompletableFuture<Boolean>();
      gates.add(new Asker(world, dice.oneIn(3) ? Duration.ZERO : dice.moment(8), answer));
      if (!dice.oneIn(4)) {
        boolean yes = !dice.oneIn(3);
        world.at(dice.moment(15), () -> answer.complete(yes));
      }
    }
    if (dice.oneIn(3)) {
      gates.add(dice.upTo(gates.size()), new Checking());
    }
    if (lane != null) {
      gates.add(dice.upTo(gates.size()), world.lanes.gate(lane));
    }
    var request = request(world).withGates(gates.toArray(Gate[]::new));
    var witness = world.start(dice.oneIn(3) ? request.within(world.turn) : request, lane);
    for (int i = dice.upTo(2); i >= 0; i--) {
      comeAndGo(world, witness);
    }
    interfere(world, witness);
  }

  /** A gate that computes, and admits every call. */
  private record Checking() implements Gate {
    @Override
    public String name() {
      return "checking";
    }

    @Override
    public boolean computes() {
      return true;
    }

    @Override
    public Pass enter(CallInfo call) {
      return Pass.FREE;
    }
  }

  static CallRequest request(World world) {
    var dice = world.dice;
    var limits =
        new Limits(
            dice.oneIn(4) ? Duration.ZERO : dice.moment(15),
            dice.oneIn(3) ? Duration.ZERO : dice.moment(8));
    var unattended =
        dice.oneOf(
            new Unattended.CancelNow(),
            new Unattended.CancelAfter(dice.moment(4)),
            new Unattended.Never());
    return CallRequest.of("tool", Payload.EMPTY).withLimits(limits).withUnattended(unattended);
  }

  private static Lane lane(Dice dice) {
    var access = dice.oneOf(Lane.Access.values());
    return dice.oneOf(
        new Lane.Parallel(), new Lane.Exclusive(), new Lane.Keyed(dice.oneOf("a", "b"), access));
  }

  private static void comeAndGo(World world, Witness witness) {
    var first = witness.attach();
    if (world.dice.oneIn(3)) {
      world.at(world.dice.moment(12), first::leave);
      if (world.dice.oneIn(2)) {
        world.at(world.dice.moment(16), witness::attach);
      }
    }
  }

  private static void interfere(World world, Witness witness) {
    var dice = world.dice;
    if (dice.oneIn(3)) {
      var cause = dice.oneOf(Cause.USER, Cause.CLIENT);
      var id = witness.call().id();
      world.at(
          dice.oneIn(4) ? Duration.ZERO : dice.moment(SECONDS),
          () -> world.governor.directory().cancel(id, cause, "dice"));
    }
    if (dice.oneIn(4)) {
      var limits = request(world).limits();
      world.at(dice.moment(SECONDS), () -> witness.replaceLimits(limits));
    }
    if (dice.oneIn(5)) {
      var length = dice.moment(8);
      world.at(
          dice.moment(SECONDS),
          () -> {
            var hold = witness.hold(witness.call());
            var _ = world.simulation.after(length, hold::close);
          });
    }
  }
}
