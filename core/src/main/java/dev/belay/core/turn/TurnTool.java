package dev.belay.core.turn;

import dev.belay.core.call.Limits;
import dev.belay.core.call.Payload;
import dev.belay.core.lane.Lane;

/**
 * A tool with its arguments, as run by a turn. The implementation knows how to run the tool; the
 * turn decides when, and for how long.
 */
public interface TurnTool {
  /** {@return the name of the tool} */
  String name();

  /** {@return its lane} */
  Lane lane();

  /** {@return its limits} */
  Limits limits();

  /** {@return its arguments in canonical form, by which equal calls are recognized} */
  String fingerprint();

  /**
   * Starts the call under the governor, on these terms: at once or, after preparatory work, later
   * on any thread.
   *
   * <p>Called once, with no lock held. An exception ends the call as failed.
   */
  void start(TurnCallPolicy terms);

  /** {@return the result of a completed call, as a model reads it} */
  ToolAnswer read(Payload result);
}
