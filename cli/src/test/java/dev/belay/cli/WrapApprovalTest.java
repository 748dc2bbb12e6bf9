package dev.belay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.testbed.fault.FaultyServers;
import dev.belay.testkit.client.ScriptedClient;
import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Under belay wrap the person at the client decides, or nobody can")
@Tag("process")
final class WrapApprovalTest {
  private static final String ECHO = "{\"text\":\"hi\"}";

  @TempDir private Path dir;

  private Process wrapped() throws IOException {
    var config =
        Files.writeString(
            dir.resolve("belay.yaml"),
            "tools: { echo: { approval: ask }, env: { rate_limit: 1/h } }\n");
    var args = new ArrayList<>(List.of("wrap", "--config", config.toString(), "--"));
    args.addAll(FaultyServers.command());
    return BelayProcess.startUnread(args);
  }

  private static String text(Json response) {
    return response.at("result", "content").items().getFirst().at("text").text();
  }

  @Test
  @DisplayName("J10: a client that shows forms is asked, and decides; it hears meanwhile")
  void asked() throws IOException, InterruptedException {
    var belay = wrapped();
    try (var client = ScriptedClient.over(belay.getInputStream(), belay.getOutputStream())) {
      client.initialize("2025-11-25", "{\"elicitation\":{}}");
      var answered = new HashSet<String>();
      for (var decision : List.of("allow once", "deny")) {
        client.request(
            "\"" + decision + "\"",
            "tools/call",
            "{\"name\":\"echo\",\"arguments\":" + ECHO + ",\"_meta\":{\"progressToken\":\"p\"}}");
        var form =
            client.await(message ->
                message.at("method").text().equals("elicitation/create")
                    && !answered.contains(message.at("id").raw()));
        answered.add(form.at("id").raw());
        assertThat(form.at("params", "message").text())
            .startsWith("Belay: run ")
            .endsWith("__echo? · {\"text\":\"hi\"} · 120 s");
        if (decision.equals("allow once")) {
          assertThat(
                  client
                      .await(
                          message -> message.at("method").text().equals("notifications/progress"))
                      .at("params", "message")
                      .text())
              .isEqualTo("Awaiting user approval...");
        }
        client.send(
            "{\"jsonrpc\":\"2.0\",\"id\":"
                + form.at("id").raw()
                + ",\"result\":{\"action\":\"accept\",\"content\":{\"decision\":\""
                + decision
                + "\"}}}");
        assertThat(text(client.awaitResponse("\"" + decision + "\"")))
            .startsWith(decision.equals("deny") ? "[DENIED]" : "hi");
      }
      client.closeStdin();
      assertThat(belay.waitFor()).isZero();
    } finally {
      belay.destroyForcibly();
    }
  }

  @Test
  @DisplayName("A client that shows none is told what to do, and so is one that calls too often")
  void refused() throws IOException, InterruptedException {
    var belay = wrapped();
    try (var client = ScriptedClient.over(belay.getInputStream(), belay.getOutputStream())) {
      client.initialize("2025-11-25");
      assertThat(text(client.call("echo", ECHO)))
          .startsWith("[REFUSED] This call needs a person's yes, and nobody can be asked here.")
          .contains("belay serve");
      assertThat(client.call("env", "{\"name\":\"NONE\"}").raw()).contains("null");
      var tooOften = client.call("env", "{\"name\":\"NONE\"}");
      assertThat(tooOften.at("result", "isError").raw()).isEqualTo("true");
      assertThat(text(tooOften))
          .startsWith("The tool \"env\" is called too often. Call it again in ");
    } finally {
      belay.destroyForcibly();
    }
  }
}
