package dev.belay.cli.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.cli.log.ReadyWatch.Availability;
import dev.belay.cli.log.ReadyWatch.ServerState;
import dev.belay.cli.shell.FakeShell;
import dev.belay.core.time.HandTime;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("belay serve says when servers are ready, and which fail")
final class ReadyWatchTest {
  private final FakeShell shell = new FakeShell();
  private final HandTime time = new HandTime();
  private final ServeLog log = new ServeLog(shell.shell(), LogStyle.USUAL, time);
  private List<ServerState> servers = List.of();
  private final ReadyWatch watch = new ReadyWatch(() -> servers, log, time);

  private void look(ServerState... now) {
    servers = List.of(now);
    // What is seen twice has not just begun to change.
    watch.look();
    watch.look();
  }

  private List<String> lines() throws InterruptedException {
    log.close();
    return shell.err().lines().map(line -> line.substring(line.indexOf(' ') + 1)).toList();
  }

  private static ServerState up(String name, int tools, long bytes) {
    return new ServerState(name, Availability.UP, null, tools, bytes, 0);
  }

  private static ServerState down(String name, @Nullable String why) {
    return new ServerState(name, Availability.DOWN, why, -1, 0, 0);
  }

  private static ServerState starting(String name) {
    return new ServerState(name, Availability.STARTING, null, -1, 0, 0);
  }

  @Test
  void oneLineTellsThatAllAreThere() throws InterruptedException {
    look(starting("a"), up("b", -1, 0));
    look(up("a", 11, 8_000), up("b", 40, 49_000));
    look(up("a", 11, 8_000), up("b", 40, 49_000));
    assertThat(lines()).containsExactly("ready: 2 servers, 51 tools, 56 KB of lists");
  }

  @Test
  void aFailureIsToldAtOnceAndTheReturnToo() throws InterruptedException {
    look(down("docs", "cannot be reached"), up("b", 1, 100));
    // An attempt is no news, nor is another one that fails in the same way.
    look(starting("docs"), up("b", 1, 100));
    look(down("docs", "cannot be reached"), up("b", 1, 100));
    look(up("docs", 2, 2_048), up("b", 1, 100));
    assertThat(lines())
        .containsExactly(
            "docs failed: cannot be reached",
            "ready: 1 of 2 servers, 1 tool, 100 bytes of lists; failed: docs",
            "docs is up again",
            "ready: 2 servers, 3 tools, 2 KB of lists");
  }

  @Test
  void noneIsNotReady() throws InterruptedException {
    look(down("docs", null));
    assertThat(lines())
        .containsExactly(
            "docs failed: it does not serve",
            "not ready: 0 of 1 server, 0 tools, 0 bytes of lists; failed: docs");
  }

  @Test
  void aSlowStartHoldsTheLineBackForAWhileOnly() throws InterruptedException {
    look(starting("slow"), up("b", 1, 100));
    time.advance(ReadyWatch.PATIENCE);
    look(starting("slow"), up("b", 1, 100));
    assertThat(lines())
        .containsExactly("ready: 1 of 2 servers, 1 tool, 100 bytes of lists; starting: slow");
  }

  @Test
  void aRestartAndAChangedListAreTold() throws InterruptedException {
    look(up("a", 1, 100));
    look(new ServerState("a", Availability.UP, null, 2, 200, 1));
    assertThat(lines())
        .containsExactly(
            "ready: 1 server, 1 tool, 100 bytes of lists",
            "a was started again (restart 1)",
            "ready: 1 server, 2 tools, 200 bytes of lists");
  }

  @Test
  void processesOfClientsNeedNoList() throws InterruptedException {
    look(new ServerState("a", Availability.PER_CLIENT, null, -1, 0, 0));
    assertThat(lines()).containsExactly("ready: 1 server, 0 tools, 0 bytes of lists");
  }
}
