package dev.belay.gateway.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.call.ProcessInfo;
import dev.belay.gateway.upstream.LeftBehind;
import dev.belay.testbed.fault.Stray;
import dev.belay.testbed.process.LiveProcesses;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("process")
@DisplayName("C34: what belongs to stopped calls alone dies, what another may want is left behind")
final class OwnershipTest extends Closing {
  /** Starts one of each kind of stray below a call that hangs; returns their pids. */
  private static List<Long> strays(StdioHarness rope) throws InterruptedException {
    var kinds = Stray.values();
    for (int i = 0; i < kinds.length; i++) {
      rope.send(
          String.valueOf(i), "spawn_and_hang", "{\"kind\":\"" + kinds[i].kind() + "\"}", "{}");
    }
    var pids = new ArrayList<Long>();
    for (var pid : rope.awaitLog("spawned", _ -> true, kinds.length + 1)) {
      pids.add(Long.parseLong(pid));
    }
    ServerProcesses.awaitTick();
    return pids;
  }

  private static void cancelAll(StdioHarness rope) throws InterruptedException {
    for (int i = 0; i < Stray.values().length; i++) {
      rope.client().cancel(String.valueOf(i));
    }
  }

  @Test
  @DisplayName(
      "REQ-1, FAULT-2: all that two cancelled calls had started is gone, whoever was first")
  void whatTwoCancelledCallsStartedIsGone() throws InterruptedException {
    var rope = opened(ServerProcesses.over().initialized());
    rope.send("\"hang\"", "hang", "{}", "{}");
    rope.awaitLog("call", "hang"::equals);
    var pids = strays(rope);
    rope.client().cancel("\"hang\"");
    cancelAll(rope);
    rope.passUntilGone(pids);
    rope.awaitStopped(Stray.values().length + 1);
    assertThat(rope.upstream().leftBehind()).isEmpty();
    assertThat(rope.pids()).as("the server itself stays").hasSize(1);
  }

  @Test
  @DisplayName("C34: what a server starts when its call is cancelled is that call's, too, and gone")
  void whatIsStartedWithinTheGraceIsGone() throws InterruptedException {
    var rope = opened(ServerProcesses.over().initialized());
    rope.send("1", "spawn_and_hang", "{\"kind\":\"child\",\"again\":200}", "{}");
    rope.awaitLog("spawned", _ -> true);
    ServerProcesses.awaitTick();
    rope.client().cancel("1");
    rope.awaitLog("spawned", _ -> true, 2);
    rope.awaitStopped(1);
    rope.passUntilGone(rope.spawned());
    assertThat(rope.upstream().leftBehind()).isEmpty();
  }

  @Test
  @DisplayName("FAULT-1: what forks itself anew, left behind, is gone once that is asked for")
  void aSelfForkerLeftBehindIsEnded() throws IOException, InterruptedException {
    var rope = opened(ServerProcesses.over().initialized());
    var server = rope.alive();
    var gate = rope.gate();
    rope.send("\"other\"", "sleep", gate.arguments(), "{}");
    rope.awaitLog("call", "sleep"::equals);
    rope.send("1", "spawn_and_hang", "{\"kind\":\"self_forker\"}", "{}");
    rope.awaitLog("spawned", _ -> true);
    // While the other runs, so that what is observed belongs to both.
    rope.client().cancel("1");
    rope.awaitStopped(1);
    gate.open();
    rope.client().awaitResponse("\"other\"");

    // A call has ended a moment after its answer.
    rope.await(() -> !rope.upstream().killLeftBehind(_ -> true).isEmpty(), () -> "none is left");

    // A process started while the list is read may be missed.
    for (int i = 0; i < 20; i++) {
      assertThat(rope.alive()).isEqualTo(server);
    }
  }

  @Test
  @DisplayName("REQ-1: a short call that was over before changes nothing")
  void anEchoBeforeChangesNothing() throws InterruptedException {
    var rope = opened(ServerProcesses.over().initialized());
    rope.send("\"hang\"", "hang", "{}", "{}");
    rope.awaitLog("call", "hang"::equals);
    rope.client().call("echo", "{\"text\":\"a\"}");
    ServerProcesses.awaitTick();
    var pids = strays(rope);
    rope.client().call("echo", "{\"text\":\"b\"}");
    cancelAll(rope);
    rope.client().cancel("\"hang\"");
    rope.passUntilGone(pids);
  }

  @Test
  @DisplayName("C34: what was born beside a call that completed is left behind, listed and ended")
  void whatACompletedCallMayWantIsLeftBehind() throws IOException, InterruptedException {
    var rope = opened(ServerProcesses.over().initialized());
    rope.send("\"slow\"", "answer_after_cancel", "{\"ms\":1}", "{}");
    var gate = rope.gate();
    rope.send("\"other\"", "sleep", gate.arguments(), "{}");
    rope.awaitLog("call", "sleep"::equals);
    rope.send("1", "spawn_and_hang", "{\"kind\":\"daemon\"}", "{}");
    long pid = Long.parseLong(rope.awaitLog("spawned", _ -> true));
    gate.open();
    rope.client().awaitResponse("\"other\"");
    rope.client().cancel("1");
    rope.client().cancel("\"slow\"");
    rope.awaitStopped(2);

    assertThat(LiveProcesses.isAlive(pid)).isTrue();
    var left = rope.upstream().leftBehind();
    assertThat(left).extracting(LeftBehind::process).containsExactly(new ProcessInfo(pid, "sleep"));
    assertThat(left.getFirst().calls())
        .extracting(call -> call.tool())
        .containsExactlyInAnyOrder("spawn_and_hang", "answer_after_cancel", "sleep");

    var ended =
        rope.upstream().killLeftBehind(one -> one.isOf(left.getFirst().calls().getFirst().id()));
    assertThat(ended).containsExactly(new ProcessInfo(pid, "sleep"));
    rope.passUntilGone(List.of(pid));
    assertThat(rope.upstream().leftBehind()).isEmpty();
  }
}
