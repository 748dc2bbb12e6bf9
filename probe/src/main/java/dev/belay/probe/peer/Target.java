package dev.belay.probe.peer;

import dev.belay.mcp.envelope.Envelope;
import java.time.Duration;

/**
 * Server under measurement: opened once, then used by many threads at the same time.
 *
 * <p>Safe for use by many threads; {@link #open} must have returned before.
 */
public interface Target extends AutoCloseable {
  /** {@return its name in reports: its address, or its command} */
  String name();

  /**
   * Connects to the server and opens it in its era.
   *
   * @param limit for each answer on the way
   * @throws MeasurementFailed if it cannot be reached, does not answer, or does not speak MCP
   */
  void open(Duration limit) throws MeasurementFailed, InterruptedException;

  /** Sends a request, and blocks until an answer or a failure. */
  Reply ask(ProbeRequest request, Duration limit) throws InterruptedException;

  /** Disconnects: pending requests fail, and a started process is ended. */
  @Override
  void close();

  /** Result of a request. */
  sealed interface Reply {
    /** The server gave a valid answer. */
    record Answered(Envelope message) implements Reply {}

    /** There is no valid answer; {@code why} is for people. */
    record Failed(Kind kind, String why) implements Reply {}

    /** Kind of a failure, as far as it determines the next step. */
    enum Kind {
      /** The server cannot be reached, or is gone. */
      GONE,
      /** The server refused: its answer is not MCP, or not an answer to the request. */
      REFUSED,
      /** The server did not answer in time. */
      LATE,
      /** The server answered with an error, or with an unexpected result. */
      WRONG
    }
  }
}
