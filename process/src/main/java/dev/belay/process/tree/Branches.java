package dev.belay.process.tree;

import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Some members of a tree and their descendants, to be killed while the rest lives on (C33).
 *
 * <p>Used by one thread.
 */
final class Branches implements Trackable {
  private final ProcessTable table;
  private final Set<TreeMember> chosen;
  private final long since;

  Branches(ProcessTable table, Collection<TreeMember> chosen) {
    this.table = table;
    this.chosen = new LinkedHashSet<>(chosen);
    this.since = Long.MAX_VALUE; // descent needs no cookies
  }

  @Override
  public Set<TreeMember> find() {
    var rows = table.rows(since);
    var pids = new HashSet<Long>();
    for (int before = -1; before < pids.size(); ) {
      before = pids.size();
      for (var row : rows) {
        if (row.isAlive() && (chosen.contains(row.member()) || pids.contains(row.parent()))) {
          pids.add(row.pid());
          chosen.add(row.member()); // a child of it that becomes an orphan later stays chosen
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

  @Override
  public void killAtOnce() {
    // A cgroup can only be killed as a whole.
  }
}
