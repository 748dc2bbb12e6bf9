package dev.belay.core.simulation;

import dev.belay.core.call.CallContext;
import dev.belay.core.call.CallId;
import dev.belay.core.call.CallRequest;
import dev.belay.core.call.Governor;
import dev.belay.core.call.GovernorOptions;
import dev.belay.core.call.WorkerOptions;
import dev.belay.core.cancel.Cancellation;
import dev.belay.core.journal.Journal;
import dev.belay.core.lane.Lane;
import dev.belay.core.lane.Lanes;
import dev.belay.core.time.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/** The governor of one seed, the events that affect it, and all observations. */
final class World {
  static final Duration GRACE = Duration.ofSeconds(2);
  private static final Duration DRAIN = Duration.ofMillis(250);
  private static final Duration SURE_STALL = Duration.ofSeconds(1);
  private static final int MOST_CALLS = 8;

  final Dice dice;
  final Simulation simulation;
  final Journal journal;
  final Governor governor;
  final Lanes lanes = new Lanes();
  final Cancellation turn = Cancellation.root();
  final List<Witness> witnesses = new ArrayList<>();
  final List<Thread> threads = new ArrayList<>();

  /** The first broken invariant, if any. */
  @Nullable String broken;

  int passes;
  private final CompletableFuture<Boolean> over = new CompletableFuture<>();
  private final Duration sweepEvery;
  private Duration stalled = Duration.ZERO;
  private long stallEnd;
  private long sureStallEnd;

  World(long seed) {
    dice = new Dice(new Random(seed));
    simulation = new Simulation(seed);
    journal = new Journal(simulation, 4_096);
    sweepEvery = dice.oneOf(Duration.ofMillis(100), Duration.ofMillis(250), Duration.ofSeconds(1));
    var ledger = new Book(this, dice.oneIn(2));
    var threads = recording(simulation.threads());
    // Few enough that calls wait for them, and run out of them.
    int workers = 1 + dice.upTo(3);
    governor =
        new Governor(
            new GovernorOptions(
                simulation,
                threads,
                new Random(seed),
                "sim",
                journal,
                ledger,
                GRACE,
                sweepEvery,
                new WorkerOptions(
                    threads, workers, workers + dice.upTo(2), dice.oneIn(2), _ -> -1)));
  }

  private ThreadFactory recording(ThreadFactory factory) {
    return task -> {
      var thread = factory.newThread(task);
      threads.add(thread);
      return thread;
    };
  }

  void broken(String promise) {
    broken = broken == null ? promise : broken;
  }

  void at(Duration moment, Runnable action) {
    var _ = simulation.after(moment.minusNanos(simulation.nanos()), action);
  }

  Witness start(CallRequest request, @Nullable Lane lane) {
    var witness = new Witness(this, lane);
    witnesses.add(witness);
    witness.call =
        governor.start(request, new Tool(this, witness, Step.script(dice), dice.oneIn(2)));
    return witness;
  }

  /** Makes a call as a child of another. */
  void delegate(CallContext call) {
    if (witnesses.size() < MOST_CALLS) {
      var _ = start(Scenario.request(this).within(call.cancellation()), null).attach();
    }
  }

  Witness witnessOf(CallId id) {
    return witnesses.stream().filter(w -> w.call().id().equals(id)).findFirst().orElseThrow();
  }

  void stall(Duration length) {
    simulation.stall(length);
    stalled = stalled.plus(length).plus(DRAIN);
    stallEnd = simulation.nanos();
    if (length.compareTo(SURE_STALL.plus(sweepEvery)) > 0) {
      sureStallEnd = stallEnd;
    }
  }

  /** {@return the end of the last stall that was certainly too long for an ordinary delay} */
  long sureStallEnd() {
    return sureStallEnd;
  }

  long stallEnd() {
    return stallEnd;
  }

  /** {@return the greatest delay of a limit by now: one sweep, and the length of all stalls} */
  Duration slack() {
    return sweepEvery.plus(stalled);
  }

  /** Never returns before the end of the world. */
  void hang() {
    while (!over.isDone()) {
      try {
        var _ = over.get();
      } catch (InterruptedException | ExecutionException _) {
        // Ignored.
      }
    }
  }

  void sleepDeaf(Duration length) {
    long until = simulation.nanos() + length.toNanos();
    while (simulation.nanos() - until < 0) {
      try {
        simulation.sleep(Duration.ofNanos(until - simulation.nanos()));
      } catch (InterruptedException _) {
        // Ignored.
      }
    }
  }

  boolean isAbandoned(Witness witness) {
    return governor.directory().abandoned().contains(witness.call());
  }

  /**
   * Checks that two conflicting calls do not run at once, except for work that cannot be stopped.
   */
  void checkLanes(Witness beginner) {
    for (var other : witnesses) {
      if (other != beginner
          && other.working
          && other.lane != null
          && beginner.lane != null
          && collide(beginner.lane, other.lane)
          && !isAbandoned(other)) {
        broken("C19: " + beginner.lane + " runs beside " + other.lane);
      }
    }
  }

  /** Restates C19 independently of the code under test. */
  private static boolean collide(Lane one, Lane other) {
    if (one instanceof Lane.Exclusive || other instanceof Lane.Exclusive) {
      return true;
    }
    return one instanceof Lane.Keyed(var resource, var access)
        && other instanceof Lane.Keyed(var same, var itsAccess)
        && resource.equals(same)
        && (access == Lane.Access.WRITE || itsAccess == Lane.Access.WRITE);
  }

  /** Ends everything that hangs, as only the end of the program would. */
  void end() {
    over.complete(true);
    simulation.run();
  }
}
