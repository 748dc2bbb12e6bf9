package dev.belay.process.tree;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * The processes of this machine as reported by the system: the one port over {@code /proc}.
 *
 * <p>A reading is never consistent: processes start and end meanwhile. Unreadable ones are left
 * out. Safe for use by many threads.
 */
public interface ProcessTable {
  /**
   * Returns all processes, including zombies; for one that ends meanwhile, the child that it
   * leaves.
   *
   * @param since cookies and limits are read only for processes that started at or after this
   */
  List<ProcessRow> rows(long since);

  /** Returns one process without its cookies, or empty if there is none with that pid. */
  Optional<ProcessRow> row(long pid);

  /** {@return the name of its program; empty if it is gone} */
  String name(long pid);

  /** {@return the start time of a process that started now} */
  long now();

  /** {@return the resolution of start times} */
  Duration unit();

  /** {@return true if exactly this process exists and is not a zombie} */
  default boolean isAlive(TreeMember member) {
    var row = row(member.pid());
    return row.isPresent() && row.get().isAlive() && row.get().start() == member.start();
  }

  /** {@return true if at least one of them is alive} */
  default boolean isAnyAlive(Collection<TreeMember> members) {
    for (var member : members) {
      if (isAlive(member)) {
        return true;
      }
    }
    return false;
  }

  /** {@return the table of this system} */
  static ProcessTable ofThisMachine() {
    return LinuxProcessTable.isHere() ? new LinuxProcessTable() : PsProcessTable.ofMacOs();
  }
}
