package dev.belay.core.simulation;

import dev.belay.core.call.Call;
import dev.belay.core.call.Limit;
import dev.belay.core.call.Limits;
import dev.belay.core.call.Outcome;
import dev.belay.core.call.Reply;
import dev.belay.core.call.Waiter;
import dev.belay.core.cancel.Cause;
import dev.belay.core.lane.Lane;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The observations of one call from outside the core, independent of the core's own state. */
final class Witness {
  /** The slowest records, the slowest stop elsewhere, and the grace, added up with a margin. */
  private static final Duration REAPED = Duration.ofSeconds(7);

  private final World world;
  final @Nullable Lane lane;
  final List<Attached> waiters = new ArrayList<>();
  @Nullable Call call;
  boolean ran;
  boolean working;
  boolean returned;
  boolean timerBeats;
  private long startedAt;
  private long settledAt = -1;

  /** Start of the present silence by the idle clock: moved forward by holds. */
  private long silentSince;

  /** The same, without the silence that stalls forgave before a hold. */
  private long forgivenSince;

  private long heldSince;
  private boolean tamperedWith;
  private int holds;

  /** When the limits, or the start of the silence, last changed. */
  private long changedAt;

  Witness(World world, @Nullable Lane lane) {
    this.world = world;
    this.lane = lane;
  }

  Call call() {
    return Objects.requireNonNull(call);
  }

  void workBegins() {
    check(!ran, "ran twice");
    check(call().outcome().isEmpty(), "P6: began although it had ended");
    ran = true;
    working = true;
    startedAt = now();
    silentSince = startedAt;
    changedAt = startedAt;
    heldSince = holds > 0 ? startedAt : heldSince;
    world.checkLanes(this);
  }

  void workEnds() {
    working = false;
  }

  void beats() {
    if (call().outcome().isEmpty()) {
      checkNotOverdue(call().limits());
      silentSince = now();
      heldSince = holds > 0 ? now() : heldSince;
    }
  }

  /** Holds the idle clock, and records the hold. */
  Held hold(Call held) {
    if (holds++ == 0) {
      heldSince = now();
      tamperedWith = true;
      forgivenSince = forgiven();
    }
    var hold = held.hold("question");
    return () -> {
      if (--holds == 0 && settledAt < 0 && ran) {
        silentSince += now() - heldSince;
        forgivenSince += now() - heldSince;
        changedAt = now();
      }
      hold.close();
    };
  }

  /** A hold whose closing throws no checked exception. */
  @FunctionalInterface
  interface Held extends AutoCloseable {
    @Override
    void close();
  }

  void replaceLimits(Limits limits) {
    if (ran && call().outcome().isEmpty()) {
      checkNotOverdue(call().limits());
    }
    call().replaceLimits(limits, "dice");
    tamperedWith = true;
    changedAt = now();
  }

  /** Called by the ledger, at the moment of the decision. */
  void settles(Outcome outcome) {
    check(settledAt < 0, "P1: settled twice");
    settledAt = now();
    if (outcome instanceof Outcome.TimedOut timedOut) {
      checkNotEarly(timedOut);
    }
    if (ran) {
      checkNotOverdue(call().limits());
    }
    if (outcome instanceof Outcome.Cancelled(var cause, _) && cause == Cause.CLIENT_GONE) {
      check(waiters.stream().noneMatch(Attached::waits), "cancelled as left alone, but was not");
    }
    checkReapedLater();
  }

  /**
   * By then the work has ended or is counted as abandoned; the second step lets everything due run
   * first.
   */
  private void checkReapedLater() {
    var _ =
        world.simulation.after(
            REAPED, () -> world.simulation.after(Duration.ofMillis(1), this::checkReaped));
  }

  private void checkReaped() {
    if (now() - world.stallEnd() < REAPED.toNanos() && world.stallEnd() > settledAt) {
      checkReapedLater();
    } else {
      check(!working || world.isAbandoned(this), "P5, C31: alive after its grace, not counted");
    }
  }

  private void checkNotEarly(Outcome.TimedOut end) {
    long endedAt = startedAt + end.elapsed().toNanos();
    long since =
        switch (end.limit()) {
          case TOTAL -> startedAt;
          case IDLE -> timerBeats ? Long.MIN_VALUE / 2 : silentSince(end, endedAt);
        };
    check(endedAt - since >= end.allowed().toNanos(), "P2, P4: timed out early");
    check(
        end.limit() == Limit.TOTAL || holds == 0 || heldSince - endedAt >= 0,
        "C17: idle although a question was open");
  }

  private long silentSince(Outcome.TimedOut end, long endedAt) {
    // Both limits were due at once: a stall delays the end, and leaves the tie.
    boolean isTie = call().limits().timeout().equals(end.allowed());
    return isTie ? startedAt : unforgivenSince(endedAt);
  }

  private void checkNotOverdue(Limits limits) {
    long slack = world.slack().toNanos();
    if (limits.timeout().isPositive()) {
      long due = Math.max(startedAt + limits.timeout().toNanos(), changedAt);
      check(now() <= due + slack, "P3: beyond its total limit");
    }
    if (limits.idleTimeout().isPositive() && holds == 0 && !timerBeats) {
      long due = Math.max(forgiven() + limits.idleTimeout().toNanos(), changedAt);
      check(now() <= due + slack, "P2: beyond its idle limit");
    }
  }

  /**
   * Returns the start of the silence, or the end of the stall that forgave it, as of {@code
   * moment}. For a call without an idle clock during the stall this is unknown: perhaps no sweep
   * looked for stalls.
   */
  private long unforgivenSince(long moment) {
    long stall = world.sureStallEnd();
    return tamperedWith || stall - moment > 0 ? silentSince : Math.max(silentSince, stall);
  }

  private long forgiven() {
    return Math.max(Math.max(silentSince, forgivenSince), world.stallEnd());
  }

  Attached attach() {
    var attached = new Attached(call().outcome().isEmpty());
    attached.waiter =
        call()
            .attach(reply -> {
              check(attached.replies.isEmpty(), "P1: replied to twice");
              check(!attached.left, "replied to after leaving");
              attached.replies.add(reply);
            });
    waiters.add(attached);
    return attached;
  }

  private long now() {
    return world.simulation.nanos();
  }

  private void check(boolean holds, String promise) {
    if (!holds) {
      world.broken(promise + ": " + call().id() + " " + call().state());
    }
  }

  /** A waiter, attached or detached. */
  static final class Attached {
    final List<Reply> replies = new ArrayList<>();
    final boolean cameInTime;
    @Nullable Waiter waiter;
    boolean left;

    Attached(boolean cameInTime) {
      this.cameInTime = cameInTime;
    }

    boolean waits() {
      return cameInTime && !left;
    }

    void leave() {
      left = true;
      Objects.requireNonNull(waiter).close();
    }
  }
}
