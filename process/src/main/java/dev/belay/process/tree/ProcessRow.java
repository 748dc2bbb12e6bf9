package dev.belay.process.tree;

import java.util.List;

/**
 * What the system tells about one process at one moment.
 *
 * @param pid its number
 * @param parent the number of its parent
 * @param group its process group
 * @param session its session; 0 where the system does not tell
 * @param start when it started, comparable only with others of the same table
 * @param state the letter that {@code ps} shows
 * @param cookies the {@code BELAY_ROPE_…=…} entries of its environment; empty if not asked for
 * @param lockLimit the soft limit on file locks, which also carries a mark; empty if not asked for
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

  /** {@return false for a zombie: it runs nothing, holds nothing and waits only to be reaped} */
  public boolean isAlive() {
    return !isZombie() && state != 'X' && state != 'x';
  }

  /** {@return true if it has ended and its parent has not asked for its exit code} */
  public boolean isZombie() {
    return state == 'Z';
  }

  /** {@return who it is, whatever becomes of its number} */
  public Member member() {
    return new Member(pid, start);
  }

  /** {@return the same process with what it inherited} */
  ProcessRow carrying(List<String> inherited, String limit) {
    return new ProcessRow(pid, parent, group, session, start, state, inherited, limit);
  }
}
