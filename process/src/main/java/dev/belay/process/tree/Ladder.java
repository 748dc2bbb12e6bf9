package dev.belay.process.tree;

import dev.belay.core.time.Time;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * Stops a tree step by step: stdin closed, TERM to all, KILL until none is left (C31, P9).
 *
 * <p>Each step ends as soon as it has had its effect. Safe for use by many threads.
 */
public final class Ladder {
  private static final Duration STEP = Duration.ofMillis(10);

  /** How soon a wait notices that the grace was shortened. */
  private static final Duration HURRY = Duration.ofMillis(50);

  private final Time time;
  private final ProcessTable table;
  private final Signals signals;

  /** Creates a ladder that finds processes in {@code table} and sends {@code signals}. */
  public Ladder(Time time, ProcessTable table, Signals signals) {
    this.time = time;
    this.table = table;
    this.signals = signals;
  }

  /** {@return the table of processes} */
  public ProcessTable table() {
    return table;
  }

  /**
   * Stops {@code tree}, blocking until all of it is gone or the last grace has passed.
   *
   * @param closeStdin the first step; must not block
   * @param exited the end of the root of the tree
   * @param grace read again while waiting, so that a stop under way can be hurried
   */
  public StopReport stop(
      Tree tree, Runnable closeStdin, CompletionStage<?> exited, Supplier<Grace> grace)
      throws InterruptedException {
    long start = time.nanos();
    var kills = new KillLoop(time, table, signals);
    closeStdin.run();
    awaitExit(exited, start, grace);
    var alive = tree.find();
    if (alive.isEmpty()) {
      return report(Step.EOF, kills, alive, start);
    }
    for (var member : alive) {
      var _ = kills.sendTo(member, Signal.TERM);
      var _ = kills.sendTo(member, Signal.CONT); // a stopped process obeys only once it continues
    }
    if (awaitAllGone(tree, alive, grace)) {
      return report(Step.TERM, kills, Set.of(), start);
    }
    var left = kills.run(tree, grace.get().afterKill());
    return report(left.isEmpty() ? Step.KILL : Step.ABANDONED, kills, left, start);
  }

  /** Kills the processes returned by {@code find}, until it returns none. */
  public StopReport kill(Supplier<Set<TreeMember>> find, Duration limit)
      throws InterruptedException {
    long start = time.nanos();
    var kills = new KillLoop(time, table, signals);
    var left = kills.run(new Sought(find), limit);
    return report(left.isEmpty() ? Step.KILL : Step.ABANDONED, kills, left, start);
  }

  private record Sought(Supplier<Set<TreeMember>> sought) implements Trackable {
    @Override
    public Set<TreeMember> find() {
      return sought.get();
    }

    @Override
    public void killAtOnce() {
      // A cgroup can only be killed as a whole.
    }
  }

  private StopReport report(Step step, KillLoop kills, Set<TreeMember> left, long start) {
    return new StopReport(step, kills.killed(), left, Duration.ofNanos(time.nanos() - start));
  }

  private void awaitExit(CompletionStage<?> exited, long start, Supplier<Grace> grace)
      throws InterruptedException {
    var left = grace.get().afterEof();
    while (left.isPositive() && !time.await(exited, left.compareTo(HURRY) < 0 ? left : HURRY)) {
      left = grace.get().afterEof().minusNanos(time.nanos() - start);
    }
  }

  private boolean awaitAllGone(Tree tree, Set<TreeMember> asked, Supplier<Grace> grace)
      throws InterruptedException {
    long start = time.nanos();
    var alive = asked;
    while (time.nanos() - start < grace.get().afterTerm().toNanos()) {
      time.sleep(STEP);
      if (!table.isAnyAlive(alive)) {
        alive = tree.find(); // those signalled are gone; what they started meanwhile may not be
        if (alive.isEmpty()) {
          return true;
        }
      }
    }
    return tree.find().isEmpty();
  }
}
