package dev.belay.bench.stall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.belay.testbed.process.LiveProcesses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is stopped is continued, whatever becomes of the injector. */
class InjectorTest {
  /** Exits with 7 once it was stopped and continued; the shell around it only waits. */
  private static final String STALLED =
      "sh -c 'trap \"exit 7\" CONT; while :; do :; done'; exit $?";

  /** Two programs that may stall, and wait for somebody who never comes. */
  private static final String ENDLESS = "cat fifo & cat fifo; exit $?";

  private final StallOptions options =
      StallOptions.take(new ArrayList<>(List.of("--every=20", "--from=50", "--to=60")));

  @TempDir private Path directory;

  @Test
  void aProgramBelowTheCommandIsStoppedAndContinued() throws Exception {
    var log = directory.resolve("log");
    try (var injector = new Injector(options, 42, log)) {
      assertThat(injector.run(new ProcessBuilder("sh", "-c", STALLED))).hasValue(7);
      assertThat(injector.stalls()).isNotEmpty();
      assertThat(Files.readAllLines(log))
          .startsWith("seed 42")
          .contains(injector.stalls().getFirst().line());
    }
  }

  @Tag("process")
  @Test
  void anInterruptDuringAStallEndsAllThatTheCommandStarted() throws Exception {
    // Some shells hand on no variable whose name has a hyphen.
    var mark = "BELAY_STALLS_" + UUID.randomUUID().toString().replace('-', '_');
    var builder = endless(mark);
    var log = directory.resolve("log");
    try (var injector = new Injector(options, 42, log)) {
      var interrupted = new CompletableFuture<Throwable>();
      var running =
          Thread.ofVirtual()
              .start(() -> interrupted.complete(catchThrowable(() -> injector.run(builder))));
      while (Files.readAllLines(log).size() < 2) {
        Thread.onSpinWait();
      }
      running.interrupt();
      assertThat(interrupted.get()).isInstanceOf(InterruptedException.class);
      LiveProcesses.awaitGone(LiveProcesses.aliveWithEnvironment(mark));
    }
  }

  private ProcessBuilder endless(String mark) throws IOException, InterruptedException {
    new ProcessBuilder("mkfifo", "fifo").directory(directory.toFile()).start().waitFor();
    var builder = new ProcessBuilder("sh", "-c", ENDLESS).directory(directory.toFile());
    builder.environment().put(mark, "1");
    return builder;
  }
}
