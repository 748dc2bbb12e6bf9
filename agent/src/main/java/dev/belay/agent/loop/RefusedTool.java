package dev.belay.agent.loop;

import dev.belay.core.call.Limits;
import dev.belay.core.call.Payload;
import dev.belay.core.lane.Lane;
import dev.belay.core.turn.CallTerms;
import dev.belay.core.turn.ToolAnswer;
import dev.belay.core.turn.TurnTool;

/**
 * A call that a model asked for and that cannot be made: its result says why.
 *
 * @param fingerprint the arguments, as the model wrote them
 * @param reason a sentence that a model can act on
 */
record RefusedTool(String name, String fingerprint, String reason) implements TurnTool {
  @Override
  public Lane lane() {
    return new Lane.Parallel();
  }

  @Override
  public Limits limits() {
    return Limits.NONE;
  }

  @Override
  public void start(CallTerms terms) {
    terms.refused(reason);
  }

  @Override
  public ToolAnswer read(Payload result) {
    throw new IllegalStateException("it never ran");
  }
}
