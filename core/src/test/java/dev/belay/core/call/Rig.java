package dev.belay.core.call;

import dev.belay.core.journal.CallEvent;
import dev.belay.core.journal.Journal;
import dev.belay.core.time.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A governor on simulated time that records the replies to waiters and the journal. */
final class Rig {
  final Simulation simulation;
  final Journal journal;
  final Governor governor;

  Rig(long seed) {
    this(seed, Ledger.NONE);
  }

  /**
   * Creates a rig with this number of workers.
   *
   * @param most the greatest number of their threads
   */
  Rig(long seed, int size, int most) {
    this(new Simulation(seed), seed, Ledger.NONE, size, most);
  }

  Rig(long seed, Ledger ledger) {
    this(new Simulation(seed), seed, ledger, WorkerOptions.LEAST, WorkerOptions.LEAST);
  }

  private Rig(Simulation simulation, long seed, Ledger ledger, int size, int most) {
    this.simulation = simulation;
    var threads = simulation.threads();
    var options =
        GovernorOptions.simulated(simulation, seed)
            .withLedger(ledger)
            .withGrace(Duration.ofSeconds(2))
            .withWorkers(new WorkerOptions(threads, size, most, /* keepsIdle= */ true, _ -> -1));
    journal = options.journal();
    governor = new Governor(options);
  }

  /** Starts a call with one waiter, whose replies are collected. */
  Started start(CallRequest request, Work work) {
    var call = governor.start(request, work);
    var outcomes = new ArrayList<Outcome>();
    var waiter = call.attach(reply -> outcomes.add(outcomeIn(reply)));
    return new Started(call, waiter, outcomes);
  }

  Started start(Limits limits, Work work) {
    return start(request().withLimits(limits), work);
  }

  /** Runs one call to its end, with all consequences. */
  Started run(CallRequest request, Work work) {
    var started = start(request, work);
    simulation.run();
    return started;
  }

  Started run(Limits limits, Work work) {
    return run(request().withLimits(limits), work);
  }

  static CallRequest request() {
    return CallRequest.of("crawl", Payload.EMPTY);
  }

  static Outcome outcomeIn(Reply reply) {
    return switch (reply) {
      case Reply.Final(Outcome outcome) -> outcome;
      case Reply.Handle _ -> throw new AssertionError("nobody handed it off");
    };
  }

  /** Runs {@code action} at a moment of the simulation. */
  void at(double seconds, Runnable action) {
    var _ = simulation.after(seconds(seconds).minusNanos(simulation.nanos()), action);
  }

  /** {@return the journal entries of one call, oldest first} */
  List<CallEvent> eventsOf(Call call) {
    var events = new ArrayList<CallEvent>();
    var reader = journal.readerFromOldest();
    for (var reading = reader.poll(); reading != null; reading = reader.poll()) {
      if (reading instanceof Journal.Entry(_, _, var subject, var event)
          && subject.callId().equals(call.id().toString())) {
        events.add(event);
      }
    }
    return events;
  }

  /** {@return work that pauses once, then completes} */
  Work pausing(double seconds) {
    return _ -> {
      simulation.sleep(seconds(seconds));
      return Payload.EMPTY;
    };
  }

  /** {@return work that beats at each of these moments of its run, then completes} */
  Work beatingAt(double... moments) {
    return call -> {
      long start = simulation.nanos();
      for (double moment : moments) {
        simulation.sleep(seconds(moment).minusNanos(simulation.nanos() - start));
        call.heartbeat();
      }
      return Payload.EMPTY;
    };
  }

  /** {@return work that sleeps through every interrupt, then completes} */
  Work deafFor(double seconds) {
    return _ -> {
      sleepDeaf(seconds(seconds));
      return Payload.EMPTY;
    };
  }

  /** Sleeps through every interrupt, and swallows it. */
  void sleepDeaf(Duration length) {
    long until = simulation.nanos() + length.toNanos();
    while (simulation.nanos() - until < 0) {
      try {
        simulation.sleep(Duration.ofNanos(until - simulation.nanos()));
      } catch (InterruptedException _) {
        // Ignored, as a tool may.
      }
    }
  }

  static Duration seconds(double seconds) {
    return Duration.ofNanos(Math.round(seconds * 1e9));
  }

  /** A running call, and the replies to its first waiter. */
  record Started(Call call, Waiter waiter, List<Outcome> outcomes) {
    /** {@return the one outcome that the waiter got} */
    Outcome outcome() {
      if (outcomes.size() != 1) {
        throw new AssertionError("expected one reply, not " + outcomes);
      }
      return outcomes.getFirst();
    }

    /** {@return the running time of the call at its end, by its own clock} */
    Duration ranFor() {
      return ((Outcome.TimedOut) outcome()).elapsed();
    }
  }
}
