package dev.belay.gateway.upstream;

import dev.belay.process.tree.Birth;
import dev.belay.process.tree.Grace;
import dev.belay.process.tree.TreeMember;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * The connection to a server, and the server at its other end: a process of its own, a remote one
 * over HTTP, or one in this process.
 *
 * <p>Sending never blocks. Safe for use by many threads.
 */
interface Transport {
  /** Begins to transfer messages; called once. */
  void start();

  /** Sends a request or a notification; false if the server does not read. */
  boolean send(byte[] message);

  /** Sends the answer to a request of the server; always accepted. */
  void answer(byte[] response);

  /** {@return true once nothing can be sent any more, though the server may not have ended yet} */
  default boolean isBroken() {
    return false;
  }

  /** {@return the unread bytes as a multiple of the room for them} */
  long fill();

  /**
   * Ends the connection and all processes started for it; blocks until that is done.
   *
   * @return true if nothing of it is left
   */
  boolean stop(Grace grace) throws InterruptedException;

  /**
   * {@return the living processes that the server has started; empty if they cannot be observed, as
   * for a remote server or one in this process, where none could be killed either}
   */
  default List<Birth> births() {
    return List.of();
  }

  /** {@return the same, and the process at the other end itself} */
  default List<Birth> tree() {
    return List.of();
  }

  /** {@return the last lines that the process has written to its standard error} */
  default List<String> lastErrorLines() {
    return List.of();
  }

  /** {@return whether this process still lives} */
  default boolean isAlive(TreeMember process) {
    return false;
  }

  /** Kills the processes that {@code choose} selects, until it selects none; blocks like a stop. */
  default void kill(Function<List<Birth>, Set<TreeMember>> choose) {}

  /** {@return the process at the other end; 0 where Belay has started none} */
  default long pid() {
    return 0;
  }
}
