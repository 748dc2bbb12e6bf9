package dev.belay.tools.run;

import dev.belay.core.call.CallInfo;
import dev.belay.core.call.Gate;
import dev.belay.core.call.RefusedException;
import dev.belay.core.lane.Lanes;

/** The lane of a call, which its arguments may decide: they are checked before. */
record LaneOfCall(ToolWork work, Lanes lanes) implements Gate {
  @Override
  public String name() {
    return "lane";
  }

  /** The result of another call needs no lane. */
  @Override
  public boolean mayWait() {
    return work.runs();
  }

  @Override
  public Pass enter(CallInfo call) throws InterruptedException, RefusedException {
    return work.runs() ? lanes.gate(work.lane()).enter(call) : Pass.FREE;
  }
}
