package dev.belay.process.tree;

import dev.belay.core.time.Deadline;
import dev.belay.core.time.Time;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

/**
 * Freezes, then kills, until no process is found or the limit has passed.
 *
 * <p>A frozen process cannot fork: once two scans find no new process, the kill cannot be outrun.
 */
final class KillLoop {
  private static final int FREEZE_PASSES = 20;

  /** One is not enough: a fork in progress when the signal came may complete after the scan. */
  private static final int QUIET_PASSES = 2;

  private static final Duration STEP = Duration.ofMillis(5);
  private static final Duration LONGEST_STEP = Duration.ofMillis(50);

  private final Time time;
  private final ProcessTable table;
  private final Signals signals;
  private final Set<TreeMember> killed = new HashSet<>();

  KillLoop(Time time, ProcessTable table, Signals signals) {
    this.time = time;
    this.table = table;
    this.signals = signals;
  }

  /** Kills the tree, at least once even if the limit has passed; returns the survivors. */
  Set<TreeMember> run(Trackable tree, Duration limit) throws InterruptedException {
    var end = Deadline.after(time.nanos(), limit);
    var found = tree.find();
    for (boolean isFirst = true;
        !found.isEmpty() && (isFirst || !end.isDue(time.nanos()));
        isFirst = false) {
      found.stream().filter(table::isAlive).forEach(killed::add);
      tree.killAtOnce();
      found = freeze(tree, found);
      for (var member : found) {
        if (sendTo(member, Signal.KILL)) {
          killed.add(member);
        }
      }
      awaitDeath(found);
      found = tree.find();
    }
    return found;
  }

  /** {@return the number of processes that were sent KILL} */
  int killed() {
    return killed.size();
  }

  /** {@return false if it has ended} */
  boolean sendTo(TreeMember member, Signal signal) {
    // Its pid may have been reused since the scan, so check again right before.
    boolean isAlive = table.isAlive(member);
    if (isAlive) {
      signals.send(member.pid(), signal);
    }
    return isAlive;
  }

  private Set<TreeMember> freeze(Trackable tree, Set<TreeMember> first) {
    var found = first;
    var frozen = new HashSet<TreeMember>();
    int quiet = 0;
    for (int pass = 0; pass < FREEZE_PASSES && quiet < QUIET_PASSES; pass++) {
      quiet++;
      for (var member : found) {
        if (frozen.add(member)) {
          var _ = sendTo(member, Signal.STOP);
          quiet = 0;
        }
      }
      found = tree.find();
    }
    return found;
  }

  /** Waits 125 ms at most, also beyond the limit: what was sent KILL needs a moment to end. */
  private void awaitDeath(Set<TreeMember> members) throws InterruptedException {
    for (var step = STEP; table.isAnyAlive(members); step = longer(step)) {
      time.sleep(step);
      if (step.equals(LONGEST_STEP)) {
        return; // it may be stuck in the kernel: look for others meanwhile
      }
    }
  }

  private static Duration longer(Duration step) {
    var twice = step.multipliedBy(2);
    return twice.compareTo(LONGEST_STEP) < 0 ? twice : LONGEST_STEP;
  }
}
