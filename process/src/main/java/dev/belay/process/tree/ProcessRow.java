package dev.belay.process.tree;

import java.util.List;

/**
 * The system's data about one process at one moment.
 *
 * @param pid its process id
 * @param parent the pid of its parent
 * @param group its process group
 * @param session its session; 0 if the system does not report it
 * @param start its start time, comparable only within the same table
 * @param state the letter that {@code ps} shows
 * @param cookies the {@code BELAY_ROPE_…=…} entries of its environment; empty if not requested
 * @param lockLimit the soft limit on file locks, which also carries a mark; empty if not requested
 */
public record ProcessRow(
    long pid,
    long parent,
    long group,
    long session,
    long start,
    char state,
    List<String> cookies,
    String lockLimit) {

  /** {@return false for a zombie: it runs nothing, holds nothing and only waits to be reaped} */
  public boolean isAlive() {
    return !isZombie() && state != 'X' && state != 'x';
  }

  /** {@return true if it has ended and its parent has not read its exit code} */
  public boolean isZombie() {
    return state == 'Z';
  }

  /** {@return its identity, independent of reuse of its pid} */
  public TreeMember member() {
    return new TreeMember(pid, start);
  }

  /** {@return the same process with its inherited marks} */
  ProcessRow carrying(List<String> inherited, String limit) {
    return new ProcessRow(pid, parent, group, session, start, state, inherited, limit);
  }
}
