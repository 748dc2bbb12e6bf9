package dev.belay.core.turn;

import dev.belay.core.call.Limits;
import dev.belay.core.call.Payload;
import dev.belay.core.lane.Lane;

/**
 * A tool with its arguments, as a turn runs it. Whoever knows the tool says how; the turn says
 * when, and until when.
 */
public interface TurnTool {
  /** {@return the name that it is asked for by} */
  String name();

  /** {@return what it may run beside} */
  Lane lane();

  /** {@return how long it may take} */
  Limits limits();

  /** {@return its arguments in one spelling, by which calls that ask the same are known} */
  String fingerprint();

  /**
   * Has the call started under the governor, on these terms: now or, where something has to be
   * found out first, later, on any thread.
   *
   * <p>Called once, with no lock held. What it throws ends the call as failed.
   */
  void start(CallTerms terms);

  /** {@return what a completed call gave, for a model to read} */
  ToolAnswer read(Payload result);
}
