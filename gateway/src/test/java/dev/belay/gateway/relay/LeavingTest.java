package dev.belay.gateway.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.process.tree.Grace;
import dev.belay.testbed.fault.Stray;
import dev.belay.testbed.process.LiveProcesses;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("process")
@DisplayName("When the client leaves, its calls are cancelled and the whole tree is gone")
final class LeavingTest extends Closing {
  @Test
  @DisplayName("P9: a stubborn server and all that it started are dead when Belay has ended")
  void nothingIsLeft() throws IOException, InterruptedException {
    var strays = EnumSet.complementOf(EnumSet.of(Stray.SELF_FORKER));
    var rope = opened(ServerProcesses.over("--ignore-term", "--ignore-eof").initialized());
    for (var stray : strays) {
      rope.client().call("spawn", "{\"kind\":\"" + stray.kind() + "\"}");
      rope.send(
          "1" + stray.ordinal(), "spawn_and_hang", "{\"kind\":\"" + stray.kind() + "\"}", "{}");
    }
    // A zombie comes with the child that does not reap it.
    rope.awaitLog("spawned", _ -> true, 2 * (strays.size() + 1));
    rope.awaitLog("call", "spawn_and_hang"::equals, strays.size());
    rope.leave();

    var all = new ArrayList<>(rope.pids());
    all.addAll(rope.spawned());
    assertThat(all).noneMatch(LiveProcesses::isAlive);
    assertThat(rope.alive()).isEmpty();
    for (var stray : strays) {
      assertThat(rope.answers("1" + stray.ordinal())).as("nobody is there to read it").isEmpty();
    }
  }

  @Test
  @DisplayName("Also processes of single calls, suspects and those on their way are gone")
  void processesOfCallsAreGoneToo() throws IOException, InterruptedException {
    var rope =
        opened(ServerProcesses.over("--ignore-term").with("isolation", "call").initialized());
    rope.send("1", "hang", "{}", "{}");
    rope.send("2", "hang", "{}", "{}");
    rope.awaitLog("call", "hang"::equals, 2);
    rope.send("3", "hang", "{}", "{}");
    rope.leave();
    assertThat(rope.alive()).isEmpty();
  }

  @Test
  @DisplayName("P27: no thread is left either")
  void noThreadIsLeft() throws IOException, InterruptedException {
    var rope = ServerProcesses.over("--ignore-ping").initialized();
    try (rope) {
      rope.passCall("crash", "{}");
      rope.begin("1", "hang", "{}");
      rope.client().cancel("1");
      rope.passUntilStarts(3);
      rope.client().call("echo", "{}");
      assertThat(threads()).isNotEmpty();
    }
    rope.pass(() -> threads().isEmpty(), () -> "left: " + threads());
  }

  /** The platform threads of one rope, by the names that its parts give them. */
  private static List<String> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> name.contains("-faulty") || name.startsWith("belay-client-"))
        .toList();
  }

  @Test
  @DisplayName("A call that is asked for when Belay is ending is refused, and not left waiting")
  void aCallAfterTheEndIsRefused() throws InterruptedException {
    var rope = opened(StdioHarness.over().initialized());
    rope.upstream().close(Grace.brisk());
    assertThat(StdioHarness.text(rope.client().call("echo", "{}"))).contains("Belay is ending");
  }
}
