package dev.belay.process.tree;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * The processes of this machine as the system shows them: the one port over {@code /proc}.
 *
 * <p>A reading is never consistent: processes come and go meanwhile. What cannot be read is left
 * out. Safe for use by many threads.
 */
public interface ProcessTable {
  /**
   * Returns all processes, zombies too; of one that ends meanwhile the child that it leaves.
   *
   * @param since cookies and limits are read only for processes that started at or after this
   */
  List<ProcessRow> rows(long since);

  /** Returns one process without its cookies, or nothing if there is none of that number. */
  Optional<ProcessRow> row(long pid);

  /** {@return the name of the program that it runs; empty if it is gone} */
  String name(long pid);

  /** {@return what the start of a process would be that starts now} */
  long now();

  /** {@return how long one step of a start is} */
  Duration unit();

  /** {@return true if this very process is there and no zombie} */
  default boolean isAlive(Member member) {
    var row = row(member.pid());
    return row.isPresent() && row.get().isAlive() && row.get().start() == member.start();
  }

  /** {@return true if one of them at least is alive} */
  default boolean isAnyAlive(Collection<Member> members) {
    for (var member : members) {
      if (isAlive(member)) {
        return true;
      }
    }
    return false;
  }

  /** {@return the table of the system this runs on} */
  static ProcessTable ofThisMachine() {
    return LinuxProcessTable.isHere() ? new LinuxProcessTable() : PsProcessTable.ofMacOs();
  }
}
