package dev.belay.gateway.upstream;

import dev.belay.core.call.CallId;
import dev.belay.core.call.CallInfo;
import dev.belay.core.call.Caller;
import dev.belay.core.call.LateNote;
import dev.belay.core.call.StopEffects;
import dev.belay.mcp.envelope.Envelope;
import java.time.Instant;

/** A call that listens to nothing and asks nothing back, as a relay's may. */
record DeafCall(UpstreamUser user, long number, LateNote lateNote) implements CallListener, Asker {
  @Override
  public CallInfo call() {
    var caller = Caller.of(user.principal(), null);
    return new CallInfo(new CallId("n", 0, number), "x", "dull", caller, Instant.EPOCH);
  }

  @Override
  public Asker asker() {
    return this;
  }

  @Override
  public Asker afterwards() {
    return this;
  }

  @Override
  public void progressed(Envelope progress) {}

  @Override
  public boolean asksBack(Envelope response) {
    return false;
  }

  @Override
  public void takenBack() {}

  @Override
  public void stopped(StopEffects effects) {}
}
