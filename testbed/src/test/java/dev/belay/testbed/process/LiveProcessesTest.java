package dev.belay.testbed.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.Patience;
import dev.belay.testkit.client.ScriptedClient;
import java.io.IOException;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("process")
class LiveProcessesTest {
  private static final String MARK = "TESTKIT_MARK";

  @Test
  void aLiveProcessIsFoundByItsEnvironmentUntilItIsGone() throws IOException, InterruptedException {
    var value = UUID.randomUUID().toString();
    var builder = new ProcessBuilder("sleep", "1000");
    builder.environment().put(MARK, value);
    var process = builder.start();
    try {
      // Until its exec the new process shows the environment of its parent.
      Patience.await(
          () -> !LiveProcesses.aliveWithEnvironment(MARK, value).isEmpty(),
          () -> "no process has the mark");
      assertThat(LiveProcesses.aliveWithEnvironment(MARK)).contains(process.pid());
      assertThat(LiveProcesses.isAlive(process.pid())).isTrue();
    } finally {
      process.destroyForcibly();
    }
    LiveProcesses.awaitGone(List.of(process.pid()));

    assertThat(LiveProcesses.aliveWithEnvironment(MARK, value)).isEmpty();
    assertThat(LiveProcesses.isAlive(process.pid())).isFalse();
  }

  @Test
  void aZombieIsNotAlive() throws IOException, InterruptedException {
    // It ends after the exec, however late that is: a shell that still exists could reap it.
    var script =
        "while grep -qx sh /proc/$$/comm; do sleep 0.01; done & echo '{\"pid\":'$!'}';"
            + " exec sleep 1000";
    try (var parent = ScriptedClient.start(List.of("/bin/sh", "-c", script))) {
      var pid = parent.await(line -> line.at("pid").present()).at("pid").number(-1);
      LiveProcesses.awaitGone(List.of(pid));

      assertThat(LiveProcesses.isZombie(pid)).isTrue();
      assertThat(LiveProcesses.isAlive(pid)).isFalse();
    }
  }
}
