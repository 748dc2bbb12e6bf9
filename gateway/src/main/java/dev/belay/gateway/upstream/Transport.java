package dev.belay.gateway.upstream;

import dev.belay.process.tree.Birth;
import dev.belay.process.tree.Grace;
import dev.belay.process.tree.TreeMember;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * What carries messages to a server and what is at its other end: a process of its own, a
 * connection over HTTP, or a server in this program.
 *
 * <p>Sending never blocks. Safe for use by many threads.
 */
interface Transport {
  /** Begins to carry; call it once. */
  void start();

  /** Sends a request or a notification; false if the server does not read. */
  boolean send(byte[] message);

  /** Sends the answer to something the server asked: always taken. */
  void answer(byte[] response);

  /** {@return true once nothing can be sent any more, though the server may not have ended yet} */
  default boolean isBroken() {
    return false;
  }

  /** {@return how many times the room for what waits unread is taken} */
  long fill();

  /**
   * Ends it, and whatever was started for it; blocks until that is done.
   *
   * @return true if nothing of it is left
   */
  boolean stop(Grace grace) throws InterruptedException;

  /**
   * {@return what the server has started and still lives; empty where that cannot be seen, as of a
   * server elsewhere or in this program, which has nothing that could be killed either}
   */
  default List<Birth> births() {
    return List.of();
  }

  /** {@return whether this one of them still lives} */
  default boolean isAlive(TreeMember process) {
    return false;
  }

  /** Kills what {@code choose} takes of it, until it takes nothing; blocks like a stop. */
  default void kill(Function<List<Birth>, Set<TreeMember>> choose) {}

  /** Kills these and what came from them; blocks until they are gone or known to be unstoppable. */
  default void kill(Collection<TreeMember> processes) {}

  /** {@return the process at the other end; 0 where Belay has started none} */
  default long pid() {
    return 0;
  }
}
