package dev.belay.gateway.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.HandTime;
import dev.belay.core.time.Time;
import dev.belay.process.spawn.CannotStart;
import dev.belay.process.spawn.Child;
import dev.belay.process.spawn.Exit;
import dev.belay.process.spawn.Launch;
import dev.belay.process.spawn.Spawner;
import dev.belay.process.tree.Grace;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("process")
@DisplayName("The end of a process: by its exit and the end of its output, whichever is late")
final class ProcessEndTest {
  private final HandTime time = new HandTime();
  private final CompletableFuture<Optional<Exit>> told = new CompletableFuture<>();

  private static Child start(Spawner spawner, String script) throws CannotStart {
    return spawner.start(
        new Launch(List.of("/bin/sh", "-c", script), Map.of(), Optional.empty(), "sh", _ -> {}));
  }

  @Test
  @DisplayName("A dead process is told by its exit code, though that comes after all patience")
  void late() throws CannotStart, InterruptedException {
    try (var spawner = Spawner.open(Time.system())) {
      // What it leaves behind holds its stderr, so that its exit is told late.
      var child = start(spawner, "/bin/sleep 300 & exit 7");
      var end = new ProcessEnd(time, child, exit -> told.complete(Optional.ofNullable(exit)));
      Puppets.until(() -> !child.isAlive());
      end.outputEnded();
      time.advance(ProcessEnd.PATIENCE);
      assertThat(told.join()).contains(new Exit(7));
      var _ = child.stop(Grace.none());
    }
  }

  @Test
  @DisplayName("A process that has closed its output and lives on is told without an exit code")
  void lives() throws CannotStart {
    try (var spawner = Spawner.open(Time.system())) {
      var child = start(spawner, "exec /bin/sleep 300");
      var end = new ProcessEnd(time, child, exit -> told.complete(Optional.ofNullable(exit)));
      end.outputEnded();
      assertThat(told).isNotDone();
      time.advance(ProcessEnd.PATIENCE);
      assertThat(told.join()).isEmpty();
      var _ = child.stop(Grace.none());
    }
  }
}
