package dev.belay.probe.peer;

import dev.belay.mcp.envelope.Envelope;
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
   * @throws MeasurementFailed if it is not there, does not answer, or does not speak MCP
   */
  void open(Duration limit) throws MeasurementFailed, InterruptedException;

  /** Asks, and blocks until there is an answer, or a reason why there is none. */
  Reply ask(Request request, Duration limit) throws InterruptedException;

  /** Leaves: what is still asked gets no answer, and a process that was started is gone. */
  @Override
  void close();

  /** What asking came to. */
  sealed interface Reply {
    /** The server answered as it should. */
    record Answered(Envelope message) implements Reply {}

    /** There is no answer, or none that counts; {@code why} is for people. */
    record Failed(Kind kind, String why) implements Reply {}

    /** What went wrong, as far as it decides what to do next. */
    enum Kind {
      /** The server cannot be reached, or is gone. */
      GONE,
      /** It does not want to: what it said is no MCP, or no answer to that. */
      REFUSED,
      /** It said nothing in time. */
      LATE,
      /** It answered with an error, or with something else than was asked for. */
      WRONG
    }
  }
}
