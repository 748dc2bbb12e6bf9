package dev.belay.gateway.relay;

import static dev.belay.gateway.relay.StdioHarness.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.testbed.process.LiveProcesses;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("process")
@DisplayName("Cancel means cancelled, for the processes of a call too")
final class CancelledProcessesTest extends Closing {
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
}
