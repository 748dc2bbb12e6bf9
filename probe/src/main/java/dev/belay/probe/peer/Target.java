package dev.belay.probe.peer;

import java.time.Duration;

/**
 * A server as probe and sweep need it: opened once, then asked by many threads at the same time.
 *
 * <p>Safe for use by many threads; {@link #open} comes first, and alone.
 */
public interface Target extends AutoCloseable {
  /** {@return what to call it in reports: its address, or its command} */
  String name();

  /**
   * Reaches the server and opens it in its era.
   *
   * @param limit for each answer on the way
   * @throws CannotOpen if it is not there, does not answer, or does not speak MCP
   */
  void open(Duration limit) throws CannotOpen, InterruptedException;

  /** Asks, and blocks until there is an answer, or a reason why there is none. */
  Reply ask(Request request, Duration limit) throws InterruptedException;

  /** Leaves: what is still asked gets no answer, and a process that was started is gone. */
  @Override
  void close();
}
