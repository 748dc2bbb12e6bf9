package dev.belay.testbed.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.testbed.process.LiveProcesses;
import dev.belay.testkit.client.ScriptedClient;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("process")
class DeadlyTest extends FaultyServerFixture {
  @Test
  void itStartsOnlyWhileAFileIsThere() throws IOException, InterruptedException {
    assertThat(server("--start-while", directory.resolve("none").toString()).awaitExit())
        .isEqualTo(7);
    initialized("--start-while", Files.createFile(directory.resolve("there")).toString());
  }

  @Test
  void aCrashHasLastWordsAndACode() throws IOException, InterruptedException {
    var client = initialized();
    client.request("5", "tools/call", ScriptedClient.toolCall("crash", "{\"code\":7}"));
    client.awaitStderr("last words");

    assertThat(client.awaitExit()).isEqualTo(7);
    assertThat(client.received(line -> line.at("id").raw().equals("5"))).isEmpty();
  }

  @Test
  void anAbortIsAKill() throws IOException, InterruptedException {
    var client = initialized();
    client.request("5", "tools/call", ScriptedClient.toolCall("abort", "{}"));

    assertThat(client.awaitExit()).isEqualTo(128 + 9);
  }

  @ParameterizedTest
  // No single signal ends what forks itself anew.
  @EnumSource(names = "SELF_FORKER", mode = EnumSource.Mode.EXCLUDE)
  void aStrayRunsAndIsNamedInTheLog(Stray stray) throws IOException, InterruptedException {
    var client = initialized();
    var answer = text(client.call("spawn", "{\"kind\":\"" + stray.kind() + "\"}"));
    var pids = Stream.of(answer.split(" ")).map(Long::valueOf).toList();
    try {
      assertThat(Files.readAllLines(logFile())).contains("spawned " + pids.getLast());
      assertThat(LiveProcesses.isAlive(pids.getLast())).isTrue();
      if (stray == Stray.ZOMBIE) {
        LiveProcesses.awaitGone(List.of(pids.getFirst()));
        assertThat(LiveProcesses.isZombie(pids.getFirst())).isTrue();
      } else {
        assertThat(pids).hasSize(1);
      }
      ProcessHandle.of(pids.getLast()).ifPresent(ProcessHandle::destroy);
      if (stray != Stray.IGNORE_TERM) {
        LiveProcesses.awaitGone(pids);
      }
    } finally {
      pids.forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
    }
    LiveProcesses.awaitGone(pids);
  }

  @Test
  void aStrayOutlivesItsServer() throws IOException, InterruptedException {
    var client = initialized();
    client.request(
        "5", "tools/call", ScriptedClient.toolCall("spawn_and_hang", "{\"kind\":\"setsid\"}"));
    var pid = spawned();
    client.close();

    assertThat(LiveProcesses.isAlive(pid)).isTrue();
    ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
    LiveProcesses.awaitGone(List.of(pid));
  }

  private long spawned() throws IOException, InterruptedException {
    var line = FaultyHttp.awaitLog(logFile(), "spawned ");
    return Long.parseLong(line.substring("spawned ".length()));
  }
}
