package dev.belay.gateway.upstream;

import dev.belay.process.spawn.Child;
import dev.belay.process.tree.Grace;

/**
 * What carries messages to a server and what is at its other end: a process of its own, a
 * connection over HTTP, or a server in this program.
 *
 * <p>Sending never blocks. Safe for use by many threads.
 */
interface Line {
  /** Begins to carry; call it once. */
  void start();

  /** Sends a request or a notification; false if the server does not read. */
  boolean send(byte[] message);

  /** Sends the answer to something the server asked: always taken. */
  void answer(byte[] response);

  /** {@return how many times the room for what waits unread is taken} */
  long fill();

  /**
   * Ends it, and whatever was started for it; blocks until that is done.
   *
   * @return true if nothing of it is left
   */
  boolean stop(Grace grace) throws InterruptedException;

  /** Kills what the server started while {@code meant} says, where it can be seen (C33). */
  void killStarted(Child.StartedWithin meant) throws InterruptedException;
}
