package dev.belay.tools.run;

import dev.belay.core.call.CallInfo;
import dev.belay.core.call.Gate;
import dev.belay.core.call.RefusedException;

/** Refuses a call for its arguments, so that it is journaled like any other. */
record ArgumentsGate(String mistakes) implements Gate {
  @Override
  public String name() {
    return "arguments";
  }

  @Override
  public Pass enter(CallInfo call) throws RefusedException {
    throw new RefusedException(mistakes);
  }
}
