package dev.belay.gateway.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("process")
@DisplayName("C34: what belongs to stopped calls alone dies, what another may want is left behind")
final class OwnershipTest extends Closing {
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
