package dev.belay.process.tree;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One child and all its descendants, including escaped ones (P9).
 *
 * <p>A process belongs to it by its mark, its cgroup, its descent, a session made by a member, or
 * because it belonged to it before: a child may scrub its environment, a daemon may leave both its
 * parent and its session, but hardly one does all of that.
 *
 * <p>Concurrency: {@code lock} guards {@code known}; the table is read outside it.
 */
public final class Tree implements Trackable {
  private final ProcessTable table;
  private final Instance self;
  private final TreeMember root;
  private final long since;
  private final Mark mark;
  private final @Nullable Cgroup cgroup;
  private final ReentrantLock lock = new ReentrantLock();
  private Set<TreeMember> known = Set.of();

  /** Limits of the Belays seen in it; kept, since a Belay may die before its children. */
  private final Set<String> innerLocks = ConcurrentHashMap.newKeySet();

  /**
   * Creates the tree below {@code root}.
   *
   * @param self the Belay that started it, whose own session marks nothing
   * @param since processes that started earlier cannot belong to it
   */
  public Tree(
      ProcessTable table,
      Instance self,
      TreeMember root,
      long since,
      Mark mark,
      @Nullable Cgroup cgroup) {
    this.table = table;
    this.self = self;
    this.root = root;
    this.since = since;
    this.mark = mark;
    this.cgroup = cgroup;
  }

  /** {@return the process that it began with} */
  public TreeMember root() {
    return root;
  }

  @Override
  public Set<TreeMember> find() {
    return look(new Spread(table.rows(since)));
  }

  /** Returns the rows of the living processes. */
  public List<ProcessRow> rows() {
    var spread = new Spread(table.rows(since));
    var found = look(spread);
    return spread.rows.stream().filter(row -> found.contains(row.member())).toList();
  }

  private Set<TreeMember> look(Spread spread) {
    var found = spread.members();
    lock.lock();
    try {
      known = found;
    } finally {
      lock.unlock();
    }
    return found;
  }

  @Override
  public void killAtOnce() {
    if (cgroup != null) {
      cgroup.kill();
    }
  }

  private Set<TreeMember> known() {
    lock.lock();
    try {
      return known;
    } finally {
      lock.unlock();
    }
  }

  /** One scan of the table: starts from the certain members and follows descent and sessions. */
  private final class Spread {
    private final List<ProcessRow> rows;
    private final Set<Long> pids = new HashSet<>();
    private final Set<Long> sessions = new HashSet<>();
    private final Set<TreeMember> members = new LinkedHashSet<>();

    Spread(List<ProcessRow> rows) {
      this.rows = new ArrayList<>(rows);
    }

    Set<TreeMember> members() {
      if (!isNumberReused()) {
        sessions.add(root.pid());
      }
      var certain = new HashSet<>(known());
      certain.add(root);
      var grouped = cgroup == null ? Set.<Long>of() : cgroup.pids();
      addRowsOf(grouped);
      for (var row : rows) {
        if (certain.contains(row.member()) || grouped.contains(row.pid()) || mark.isOn(row)) {
          add(row);
        }
      }
      while (spreadOnce() || meetsNewBelay()) {
        // until a pass over the rows finds no new member
      }
      return members;
    }

    /** The cgroup lists members that started after the table was read. */
    private void addRowsOf(Set<Long> grouped) {
      var missing = new HashSet<>(grouped);
      rows.forEach(row -> missing.remove(row.pid()));
      for (long pid : missing) {
        table.row(pid).ifPresent(rows::add);
      }
    }

    /** A Belay in the tree gives its children limits of its own, which are equally valid marks. */
    private boolean meetsNewBelay() {
      boolean isNew = false;
      for (var row : rows) {
        for (var cookie : pids.contains(row.pid()) ? row.cookies() : List.<String>of()) {
          var owner = CookieOwner.of(cookie);
          if (owner != null && members.contains(owner.member())) {
            isNew |= innerLocks.add(owner.locks());
          }
        }
      }
      return isNew;
    }

    /** The root's session lives as long as one of its members; then its number may be reused. */
    private boolean isNumberReused() {
      for (var row : rows) {
        if (row.pid() == root.pid() && !row.member().equals(root)) {
          return true;
        }
      }
      return root.pid() == self.session();
    }

    private boolean spreadOnce() {
      int before = pids.size();
      for (var row : rows) {
        if (!pids.contains(row.pid())
            && (pids.contains(row.parent())
                || sessions.contains(row.session())
                || innerLocks.contains(CookieOwner.locksIn(row.lockLimit())))) {
          add(row);
        }
      }
      return pids.size() > before;
    }

    private void add(ProcessRow row) {
      if (row.pid() <= 1 || row.member().equals(self.member()) || row.start() < since) {
        return;
      }
      pids.add(row.pid());
      if (row.session() > 1 && row.session() != self.session()) {
        sessions.add(row.session());
      }
      if (row.isAlive()) {
        members.add(row.member());
      }
    }
  }
}
