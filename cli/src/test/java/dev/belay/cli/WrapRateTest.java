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
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
@DisplayName("tools.GLOB.rate_limit holds under belay wrap, where a refusal is a tool's result")
@Tag("process")
final class WrapRateTest {
  @TempDir private Path dir;

  @Test
  void aToolThatIsCalledTooOftenSaysWhenItMayBeCalledAgain()
      throws IOException, InterruptedException {
    var config =
        Files.writeString(dir.resolve("belay.yaml"), "tools: { \"echo\": { rate_limit: 1/h } }\n");
    var args = new ArrayList<>(List.of("wrap", "--config", config.toString(), "--"));
    args.addAll(FaultyServers.command());
    var belay = BelayProcess.startUnread(args);
    try (var client = ScriptedClient.over(belay.getInputStream(), belay.getOutputStream())) {
      client.initialize("2025-11-25");
      assertThat(client.call("echo", "{\"text\":\"first\"}").raw()).contains("first");
      var refused = client.call("echo", "{\"text\":\"second\"}").at("result");
      assertThat(refused.at("isError").raw()).isEqualTo("true");
      assertThat(refused.at("content").items().getFirst().at("text").text())
          .startsWith("The tool \"echo\" is called too often. Call it again in ");
      assertThat(client.call("env", "{\"name\":\"NONE\"}").raw()).contains("null");
      client.closeStdin();
      assertThat(belay.waitFor()).isZero();
    } finally {
      belay.destroyForcibly();
    }
  }
}
