package dev.belay.gateway.relay;

import static dev.belay.gateway.relay.StdioHarness.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.testbed.process.LiveProcesses;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("process")
@DisplayName("Cancel means cancelled, for the processes of a call too")
final class CancelledProcessesTest extends Closing {
  /**
   * The grace of servers that are to obey: one that shows no life in it is replaced, and a busy
   * machine stops a process for up to 3 s.
   */
  private static final String PATIENT = "5";

  @Test
  @DisplayName(
      "isolation: call gives each call a process of its own, and a cancel kills it at once")
  void withIsolationCallACancelKillsTheProcess() throws InterruptedException {
    var rope =
        opened(ServerProcesses.over("--ignore-term").with("isolation", "call").initialized());
    rope.awaitLog("pid", _ -> true);
    long base = rope.pids().getFirst();
    rope.send("1", "spawn_and_hang", "{\"kind\":\"double_fork\"}", "{}");
    long stray = Long.parseLong(rope.awaitLog("spawned", _ -> true));
    // One of them is the call's own; a spare may be among them already.
    var others = rope.pids().stream().filter(pid -> pid != base).toList();
    assertThat(others).isNotEmpty();
    rope.client().cancel("1");

    rope.passUntilGone(List.of(stray));
    rope.pass(
        () -> others.stream().filter(LiveProcesses::isAlive).count() == others.size() - 1,
        () -> "alive: " + rope.alive());
    rope.awaitStopped(1);
    assertThat(rope.stops()).containsExactly("killed");
    assertThat(rope.answers("1")).isEmpty();
    assertThat(LiveProcesses.isAlive(base)).isTrue();
    assertThat(text(rope.client().call("state", "{\"set\":\"x\"}"))).isEqualTo("fresh");
    var second = rope.client().call("state", "{}");
    assertThat(text(second)).as("a process of its own each").isEqualTo("fresh");
    assertThat(second.at("result", "content").items()).as("no restart notice").hasSize(1);
  }

  @Test
  @DisplayName("C34: what a server starts when its call is cancelled is that call's, too, and gone")
  void whatIsStartedWithinTheGraceIsGone() throws InterruptedException {
    var rope = opened(ServerProcesses.over().with("cancel_grace", PATIENT).initialized());
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
    var rope = opened(ServerProcesses.over().with("cancel_grace", PATIENT).initialized());
    var server = rope.alive();
    var gate = rope.gate();
    rope.begin("\"other\"", "sleep", gate.arguments());
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
}
