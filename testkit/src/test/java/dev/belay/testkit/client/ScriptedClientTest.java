package dev.belay.testkit.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScriptedClientTest {
  @Test
  void linesGoOutAsTheyAre() throws IOException {
    var out = new ByteArrayOutputStream();
    try (var client = ScriptedClient.over(new ByteArrayInputStream(new byte[0]), out)) {
      client.send("no protocol at all");
      client.request("\"a\"", "ping", "{}");
      client.cancel("7");
    }

    assertThat(out.toString(StandardCharsets.UTF_8))
        .isEqualTo(
            """
            no protocol at all
            {"jsonrpc":"2.0","id":"a","method":"ping","params":{}}
            {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}
            """);
  }

  @Test
  void anAnswerIsFoundAmongNoiseAndOtherIds() throws IOException, InterruptedException {
    var lines =
        """
        noise
        {"id":"1","result":"a string is not the number"}
        {"id":1,"method":"ping"}
        {"id":1,"result":"mine"}
        """;
    var in = new ByteArrayInputStream(lines.getBytes(StandardCharsets.UTF_8));
    try (var client = ScriptedClient.over(in, new ByteArrayOutputStream())) {
      assertThat(client.awaitResponse("1").at("result").text()).isEqualTo("mine");
      assertThat(client.awaitResponse("1").at("result").text()).isEqualTo("mine");
      client.awaitEnd();
      assertThat(client.received()).hasSize(4);
    }
  }

  @Test
  void theEndOfTheServerEndsEveryWait() throws IOException, InterruptedException {
    try (var client = ScriptedClient.start(List.of("/bin/sh", "-c", "echo hello; echo why >&2"))) {
      assertThatThrownBy(() -> client.awaitResponse("1"))
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("ended")
          .hasMessageContaining("hello");
      assertThat(client.awaitStderr("wh")).isEqualTo("why");
      assertThat(client.awaitExit()).isZero();
    }
  }

  @Test
  void closingTheClientEndsItsProcess() throws IOException, InterruptedException {
    var client = ScriptedClient.start(List.of("sleep", "1000"));
    client.close();

    assertThat(client.process().isAlive()).isFalse();
  }
}
