package dev.belay.core.simulation;

import dev.belay.core.call.CallContext;
import dev.belay.core.call.FailedException;
import dev.belay.core.call.Failure;
import dev.belay.core.call.Payload;
import dev.belay.core.call.Work;
import java.time.Duration;
import java.util.List;

/** A tool that follows a script, and reports to its witness. */
record Tool(World world, Witness witness, List<Step> script, boolean computes) implements Work {
  @Override
  public Payload run(CallContext call) throws Exception {
    witness.workBegins();
    try {
      for (var step : script) {
        perform(call, step);
      }
      witness.returned = true;
      return Payload.EMPTY;
    } finally {
      witness.workEnds();
    }
  }

  private void perform(CallContext call, Step step) throws Exception {
    switch (step) {
      case Step.Pause(var length) -> world.simulation.sleep(length);
      case Step.Deaf(var length) -> world.sleepDeaf(length);
      case Step.Hang _ -> world.hang();
      case Step.Beat(boolean inWords) -> beat(call, inWords);
      case Step.Ask(var length) -> ask(call, length);
      case Step.TimerBeats(var interval, var length) -> beatByTimer(call, interval, length);
      case Step.Elsewhere(var named, var takes) ->
          call.stopWith(_ -> {
            world.simulation.sleep(takes);
            return named;
          });
      case Step.InterruptItself _ -> Thread.currentThread().interrupt();
      case Step.Fail _ -> throw new FailedException(Failure.Kind.TOOL, "scripted");
      case Step.Delegate _ -> world.delegate(call);
    }
  }

  private void beat(CallContext call, boolean inWords) {
    witness.beats();
    if (inWords) {
      call.heartbeat("step", 1.0, null);
    } else {
      call.heartbeat();
    }
  }

  private void ask(CallContext call, Duration length) throws InterruptedException {
    try (var _ = witness.hold(call.call())) {
      world.simulation.sleep(length);
    }
  }

  private void beatByTimer(CallContext call, Duration interval, Duration length) throws Exception {
    if (call.call().limits().timeout().isZero()) {
      return;
    }
    witness.timerBeats = true;
    var _ =
        call.runWithHeartbeat(
            interval,
            () -> {
              world.simulation.sleep(length);
              return true;
            });
  }
}
