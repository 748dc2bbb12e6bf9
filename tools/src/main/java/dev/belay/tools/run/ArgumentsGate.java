package dev.belay.tools.run;

import dev.belay.core.call.CallInfo;
import dev.belay.core.call.Gate;
import dev.belay.core.call.RefusedException;

/** Refuses a call for its arguments, once they are checked: within the call, and on a worker. */
record ArgumentsGate(ToolWork work) implements Gate {
  @Override
  public String name() {
    return "arguments";
  }

  @Override
  public boolean computes() {
    return true;
  }

  @Override
  public Pass enter(CallInfo call) throws RefusedException {
    work.checkArguments(call);
    return Pass.FREE;
  }
}
