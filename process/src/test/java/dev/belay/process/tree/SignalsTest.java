package dev.belay.process.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.belay.core.time.Time;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Both ways of sending a signal have the same effect on a real process. */
@EnabledOnOs(OS.LINUX)
@Tag("process")
class SignalsTest {
  private static final int TERMINATED = 128 + 15;
  private static final int KILLED = 128 + 9;

  private final LinuxProcessTable table = new LinuxProcessTable();
  private Process process;

  SignalsTest() throws IOException {
    process = new ProcessBuilder("sleep", "1000").start();
  }

  @BeforeEach
  void isRunning() {
    assertThat(process.isAlive()).isTrue();
  }

  @AfterEach
  void end() {
    process.destroyForcibly();
  }

  @Test
  @DisplayName("P9: by the system call, where native access is allowed")
  void theSystemCallSendsAll() throws IOException, InterruptedException {
    assumeTrue(Posix.isAllowed(), "this JVM runs without --enable-native-access");
    sendsAll(Posix::kill);
  }

  @Test
  @DisplayName("P9: by the JDK and the kill command, where native access is denied")
  void theFallbackSendsAll() throws IOException, InterruptedException {
    sendsAll(new HandleSignals());
  }

  private void sendsAll(Signals signals) throws IOException, InterruptedException {
    signals.send(process.pid(), Signal.STOP);
    awaitState('T');
    signals.send(process.pid(), Signal.CONT);
    awaitState('S');
    signals.send(process.pid(), Signal.TERM);
    assertThat(process.waitFor()).isEqualTo(TERMINATED);
    process = new ProcessBuilder("sleep", "1000").start();
    signals.send(process.pid(), Signal.KILL);
    assertThat(process.waitFor()).isEqualTo(KILLED);
    signals.send(process.pid(), Signal.KILL); // gone: ignored
  }

  private void awaitState(char state) throws InterruptedException {
    while (table.row(process.pid()).orElseThrow().state() != state) {
      Time.system().sleep(Duration.ofMillis(5));
    }
  }
}
