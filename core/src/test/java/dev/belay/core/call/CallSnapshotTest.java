package dev.belay.core.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A call at one moment, as those who watch it see it")
class CallSnapshotTest {
  private final Rig rig = new Rig(1);
  private final AtomicReference<CallSnapshot> seen = new AtomicReference<>();

  private CallSnapshot look(double moment, Call call) {
    rig.at(moment, () -> seen.set(call.snapshot()));
    rig.simulation.runFor(Rig.seconds(moment).minusNanos(rig.simulation.nanos()));
    return seen.get();
  }

  @Test
  void aRunningCallSaysHowLongItRunsAndWhatItSaidLast() {
    var call =
        rig.start(
                Rig.request().withUpstream("files"),
                context -> {
                  rig.simulation.sleep(Duration.ofSeconds(2));
                  context.heartbeat("page 3", 3.0, 7.0);
                  rig.simulation.sleep(Duration.ofSeconds(2));
                  context.heartbeat();
                  rig.simulation.sleep(Duration.ofSeconds(6));
                  return Payload.EMPTY;
                })
            .call();
    assertThat(look(1, call).sinceBeat()).isNull();
    var now = look(5, call);
    assertThat(now.info().upstream()).isEqualTo("files");
    assertThat(now.state()).isEqualTo(CallState.Running.RUNNING);
    assertThat(now.heldFor()).isNull();
    assertThat(now.elapsed()).isEqualTo(Duration.ofSeconds(5));
    assertThat(now.lastWord()).isEqualTo(new Heartbeat(Duration.ofSeconds(2), "page 3", 3.0, 7.0));
    assertThat(now.sinceBeat()).isEqualTo(Duration.ofSeconds(1));
    assertThat(now.limits()).isEqualTo(Limits.DEFAULT);
  }

  @Test
  void aWaitingCallSaysForWhatAndHowLong() {
    var gate = new AskingGate(Duration.ofSeconds(30));
    var call = rig.start(Rig.request().withGates(gate), rig.pausing(4)).call();
    var now = look(3, call);
    assertThat(now.state()).isEqualTo(new CallState.Waiting("approval"));
    assertThat(now.heldFor()).isEqualTo("approval");
    assertThat(now.elapsed()).isEqualTo(Duration.ofSeconds(3));
  }

  @Test
  void aHeldCallNamesTheOldestOfItsReasons() {
    var call = rig.start(Rig.request(), rig.pausing(10)).call();
    rig.at(
        1,
        () -> {
          var question = call.hold("question");
          var task = call.hold("task");
          rig.at(3, question::close);
          rig.at(5, task::close);
        });
    assertThat(look(2, call).heldFor()).isEqualTo("question");
    assertThat(look(4, call).heldFor()).isEqualTo("task");
    assertThat(look(6, call).heldFor()).isNull();
  }
}
