package dev.belay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.testbed.fault.FaultyServers;
import dev.belay.testkit.client.ScriptedClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
@DisplayName("P20: a client that does not read standard error never stops Belay")
@Tag("process")
final class UnreadErrorTest {
  @TempDir private Path dir;

  @Test
  void noiseAndCrashesStillHaveTheirAnswers() throws IOException, InterruptedException {
    var args = new ArrayList<>(List.of("wrap", "--idle-timeout", "30", "--"));
    var log = dir.resolve("log").toString();
    args.addAll(FaultyServers.command("--log", log));
    var belay = BelayProcess.startUnread(args);
    try (var client = ScriptedClient.over(belay.getInputStream(), belay.getOutputStream())) {
      client.initialize("2025-11-25");
      // Each of these is several times the capacity of a pipe, reported line by line.
      assertThat(client.call("stdout_noise", "{\"lines\":3000}").raw()).contains("after");
      assertThat(client.call("stderr", "{\"lines\":20000}").raw()).contains("id");
      assertThat(client.call("crash", "{}").raw()).contains("42");
      assertThat(client.call("echo", "{\"text\":\"alive\"}").raw()).contains("alive");

      client.closeStdin();
      assertThat(belay.waitFor()).isZero();
      assertThat(Files.readAllLines(Path.of(log))).isNotEmpty();
    } finally {
      belay.destroyForcibly();
    }
  }
}
