package dev.belay.testbed.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.testkit.client.ScriptedClient;
import dev.belay.testkit.client.ScriptedHttpClient;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("process")
class OptionsTest extends FaultyServerFixture {
  @Test
  void theEndOfStdinEndsTheServer() throws IOException, InterruptedException {
    var client = initialized();
    client.closeStdin();

    assertThat(client.awaitExit()).isZero();
    assertThat(Files.readAllLines(logFile())).contains("eof ", "exit 0");
  }

  @Test
  void aStubbornServerOutlivesTermAndTheEndOfStdin() throws IOException, InterruptedException {
    var client = initialized("--ignore-term", "--ignore-eof");
    client.terminate();
    assertThat(text(client.call("echo", "{\"text\":\"still here\"}"))).isEqualTo("still here");
    client.closeStdin();
    awaitLog("eof ");

    assertThat(client.process().isAlive()).isTrue();
  }

  @Test
  void aServerThatIgnoresTermStillEndsWithItsStdin() throws IOException, InterruptedException {
    var client = initialized("--ignore-term");
    client.terminate();
    client.closeStdin();

    assertThat(client.awaitExit()).isZero();
  }

  @Test
  void aSilentStartNeverAnswersInitialize() throws IOException, InterruptedException {
    var client = server("--silent-start");
    client.request("1", "initialize", "{\"protocolVersion\":\"2025-11-25\"}");
    client.ask("ping", "{}");

    assertThat(client.received()).hasSize(1);
  }

  @Test
  void startsMayBeSlowNoisyOrFail() throws IOException, InterruptedException {
    assertThat(server("--slow-start", "100").initialize("2025-11-25").at("result").present())
        .isTrue();
    var noisy = server("--start-noise");
    noisy.initialize("2025-11-25");
    assertThat(noisy.received()).startsWith("Welcome to faulty!", "", "{not json");
    var failing = server("--exit-at-start", "3");
    assertThat(failing.awaitExit()).isEqualTo(3);
    failing.awaitStderr("cannot start");
  }

  @Test
  void theCallAfterTheLastAllowedOneCrashes() throws IOException, InterruptedException {
    var client = initialized("--crash-after-calls", "1");
    client.call("echo", "{}");
    client.request("5", "tools/call", ScriptedClient.toolCall("echo", "{}"));

    assertThat(client.awaitExit()).isEqualTo(42);
  }

  @Test
  void pingsAndUnknownRequestsAreTreatedAsWanted() throws IOException, InterruptedException {
    var client = initialized("--ignore-ping", "--exit-on-unknown-request");
    client.request("5", "ping", "{}");
    client.call("echo", "{}");
    assertThat(client.received(line -> line.at("id").raw().equals("5"))).isEmpty();
    client.request("6", "server/discover", "{}");

    assertThat(client.awaitExit()).isEqualTo(1);
  }

  @Test
  void theListOfToolsComesFromAFileOrVariesByStart() throws IOException, InterruptedException {
    var file = Files.writeString(directory.resolve("tools.json"), "[{\"name\":\"mine\"}]");
    var fixed = initialized("--tools-file", file.toString());
    assertThat(fixed.ask("tools/list", "{}").at("result", "tools").raw())
        .isEqualTo("[{\"name\":\"mine\"}]");

    var counter = directory.resolve("starts").toString();
    for (var start = 1; start <= 2; start++) {
      var client = initialized("--tools-vary-by-restart", counter);
      assertThat(client.ask("tools/list", "{}").at("result", "tools").raw())
          .contains("\"start_" + start + "\"");
    }
  }

  @Test
  void aProcessServesOverHttpUntilItsStdinEnds() throws IOException, InterruptedException {
    var process = server("--http", "0");
    try (var client = ScriptedHttpClient.legacy(URI.create(process.awaitLine("http://")))) {
      client.initialize("2025-11-25");
      assertThat(text(client.call("echo", "{\"text\":\"hi\"}"))).isEqualTo("hi");
    }
    process.closeStdin();
    assertThat(process.awaitExit()).isZero();
  }

  @Test
  void anUnknownOptionIsRefused() {
    assertThatThrownBy(() -> Options.parse("--nonsense")).hasMessageContaining("--nonsense");
    assertThatThrownBy(() -> Options.parse("--log")).hasMessageContaining("needs a value");
  }
}
