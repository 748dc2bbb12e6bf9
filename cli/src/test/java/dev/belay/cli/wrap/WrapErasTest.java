package dev.belay.cli.wrap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.cli.BelayProcess;
import dev.belay.testbed.fault.FaultyServers;
import dev.belay.testbed.process.LiveProcesses;
import dev.belay.testkit.client.ScriptedClient;
import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
@DisplayName("belay wrap: a server may ask a client of the other era")
@Tag("process")
final class WrapErasTest {
  private static final String ASK = "{\"method\":\"elicitation/create\"}";
  private static final String RED = "{\"action\":\"accept\",\"content\":{\"colour\":\"red\"}}";
  private static final String META =
      "{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
          + "\"io.modelcontextprotocol/clientCapabilities\":{\"elicitation\":{\"form\":{}}},"
          + "\"io.modelcontextprotocol/clientInfo\":{\"name\":\"test\",\"version\":\"1\"}}";

  @TempDir private Path dir;
  private final List<Process> started = new ArrayList<>();

  @AfterEach
  void nothingIsLeft() throws InterruptedException {
    for (var belay : started) {
      belay.destroyForcibly().waitFor();
    }
    assertThat(LiveProcesses.aliveWithCommand(log().toString())).isEmpty();
  }

  private Path log() {
    return dir.resolve("log");
  }

  private ScriptedClient wrap(String era) throws IOException {
    var args = new ArrayList<>(List.of("wrap", "--"));
    args.addAll(FaultyServers.command("--log", log().toString(), "--era", era));
    var belay = BelayProcess.startUnread(args);
    started.add(belay);
    return ScriptedClient.over(belay.getInputStream(), belay.getOutputStream());
  }

  /** Asserts that Belay exits when the client leaves. */
  private void leave(ScriptedClient client) throws IOException, InterruptedException {
    client.closeStdin();
    assertThat(started.getFirst().waitFor()).isZero();
  }

  private long calls() throws IOException {
    return Files.readAllLines(log()).stream().filter(line -> line.equals("call ask")).count();
  }

  private static String text(Json answer) {
    return answer.at("result", "content").items().getFirst().at("text").text();
  }

  private static void ask(ScriptedClient client, String id, String more) {
    client.request(
        id,
        "tools/call",
        "{\"name\":\"ask\",\"arguments\":" + ASK + ",\"_meta\":" + META + more + "}");
  }

  @Test
  @DisplayName("A legacy server's elicitation is input_required for a modern client")
  void aModernClientOfALegacyServer() throws IOException, InterruptedException {
    try (var client = wrap("legacy")) {
      ask(client, "1", "");
      var round = client.awaitResponse("1").at("result");
      assertThat(round.at("resultType").text()).isEqualTo("input_required");
      var questions = ((Json.Members) round.at("inputRequests")).values();
      assertThat(questions).hasSize(1);
      var key = questions.keySet().iterator().next();
      assertThat(round.at("inputRequests", key, "method").text()).isEqualTo("elicitation/create");

      ask(
          client,
          "2",
          ",\"inputResponses\":{%s:%s},\"requestState\":%s"
              .formatted(Json.quote(key), RED, round.at("requestState").raw()));
      var answer = client.awaitResponse("2");
      assertThat(answer.at("result", "resultType").text()).isEqualTo("complete");
      assertThat(Json.parse(text(answer)).at("content", "colour").text()).isEqualTo("red");
      assertThat(client.received(message -> message.at("method").present()))
          .as("nobody asks a modern client")
          .isEmpty();
      assertThat(calls()).as("it ran once").isOne();
      leave(client);
    }
  }

  @Test
  @DisplayName("A modern server's input_required is an elicitation of a legacy client")
  void aLegacyClientOfAModernServer() throws IOException, InterruptedException {
    try (var client = wrap("modern")) {
      client.initialize("2025-11-25", "{\"elicitation\":{}}");
      client.request("1", "tools/call", ScriptedClient.toolCall("ask", ASK));
      var question = client.awaitMethod("elicitation/create");
      assertThat(question.at("params", "message").text()).isEqualTo("Which colour?");

      client.send(
          "{\"jsonrpc\":\"2.0\",\"id\":" + question.at("id").raw() + ",\"result\":" + RED + "}");
      var answer = client.awaitResponse("1");
      assertThat(answer.at("result", "resultType").present()).isFalse();
      assertThat(Json.parse(text(answer)).at("content", "colour").text()).isEqualTo("red");
      assertThat(calls()).as("it was called again").isEqualTo(2);
      leave(client);
    }
  }
}
