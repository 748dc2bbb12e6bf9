package dev.belay.process.tree;

import dev.belay.core.time.Time;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Processes left running by dead instances of Belay, found by their cookies (P10).
 *
 * <p>Used by one thread.
 */
public final class Leftovers implements Trackable {
  private final ProcessTable table;
  private final Instance self;
  private final Set<String> inherited;
  private final @Nullable Path groups;
  private final Set<TreeMember> known = new HashSet<>();

  /**
   * Limits of dead instances whose cookies were seen: other processes of theirs may have lost the
   * cookie.
   */
  private final Set<String> limits = new HashSet<>();

  /**
   * Creates a search for the leftovers of other instances.
   *
   * @param inherited names of the cookies of this process itself: their processes are left alone,
   *     or a Belay started in a shell that an older one had left behind would end that shell and
   *     itself
   * @param groups the parent of groups that dead instances may have left, or null
   */
  public Leftovers(
      ProcessTable table, Instance self, Set<String> inherited, @Nullable Path groups) {
    this.table = table;
    this.self = self;
    this.inherited = inherited;
    this.groups = groups;
  }

  /** Kills all leftovers within {@code limit}; reports the survivors. */
  public StopReport kill(Time time, Signals signals, Duration limit) throws InterruptedException {
    long start = time.nanos();
    var kills = new KillLoop(time, table, signals);
    var left = kills.run(this, limit);
    killAtOnce();
    var step = left.isEmpty() ? Step.KILL : Step.ABANDONED;
    return new StopReport(step, kills.killed(), left, Duration.ofNanos(time.nanos() - start));
  }

  @Override
  public Set<TreeMember> find() {
    var rows = table.rows(Long.MIN_VALUE);
    var pids = new HashSet<Long>();
    for (int before = -1; before < pids.size(); ) {
      before = pids.size();
      for (var row : rows) {
        if (!row.member().equals(self.member())
            && row.isAlive()
            && (known.contains(row.member()) || pids.contains(row.parent()) || isLeft(row))) {
          pids.add(row.pid());
          known.add(row.member());
        }
      }
    }
    var alive = new LinkedHashSet<TreeMember>();
    for (var row : rows) {
      if (pids.contains(row.pid())) {
        alive.add(row.member());
      }
    }
    return alive;
  }

  private boolean isLeft(ProcessRow row) {
    for (var cookie : row.cookies()) {
      var owner = CookieOwner.of(cookie);
      if (owner != null
          && owner.namespace().equals(self.namespace()) // otherwise the pid means nothing here
          && !inherited.contains(cookie.substring(0, cookie.indexOf('=')))
          && !isOfTheLiving(owner)) {
        limits.add(owner.locks());
        return true;
      }
    }
    return limits.contains(CookieOwner.locksIn(row.lockLimit()));
  }

  /**
   * Whether the owner lives, or another Belay with the same limits: its processes are not
   * leftovers.
   */
  private boolean isOfTheLiving(CookieOwner owner) {
    return table
        .row(owner.member().pid())
        .filter(ProcessRow::isAlive)
        .filter(row -> Cookie.locks(row.member()).equals(owner.locks()))
        .isPresent();
  }

  @Override
  public void killAtOnce() {
    if (groups != null) {
      for (var group : Cgroup.leftovers(groups, name -> self.isLeftByDead(name, table))) {
        group.kill();
        group.remove();
      }
    }
  }
}
