package dev.belay.testbed.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.testkit.client.ScriptedClient;
import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("process")
class GarbageTest extends FaultyServerFixture {
  @Test
  void floodsHaveAsManyMessagesAsWanted() throws IOException, InterruptedException {
    var client = initialized();
    client.call("flood_notifications", "{\"count\":500}");
    client.ask(
        "tools/call",
        "{\"name\":\"flood_progress\",\"arguments\":{\"count\":300},\"_meta\":{\"progressToken\":1}}");

    assertThat(client.received(line -> line.at("method").text().equals("notifications/message")))
        .hasSize(500);
    assertThat(client.received(line -> line.at("method").text().equals("notifications/progress")))
        .hasSize(300);
  }

  @Test
  void aGiantLineIsElevenMebibytes() throws IOException, InterruptedException {
    assertThat(text(initialized().call("giant_line", "{}"))).hasSize(11 * 1024 * 1024);
  }

  @Test
  void garbageComesBeforeTheAnswer() throws IOException, InterruptedException {
    var client = initialized();
    assertThat(text(client.call("invalid_json", "{}"))).isEqualTo("after the garbage");
    assertThat(text(client.call("stdout_noise", "{\"lines\":2}"))).isEqualTo("after the garbage");

    assertThat(client.received())
        .contains("npm notice: line 2 of noise")
        .anyMatch(line -> line.endsWith("{\"content\":["));
  }

  @Test
  void aWrongIdLeavesTheCallUnanswered() throws IOException, InterruptedException {
    var client = initialized();
    client.request("5", "tools/call", ScriptedClient.toolCall("wrong_id", "{}"));
    client.awaitResponse("999999999");

    assertThat(client.received(line -> line.at("id").raw().equals("5"))).isEmpty();
  }

  @Test
  void anAnswerComesTwiceOrIsNull() throws IOException, InterruptedException {
    var client = initialized();
    client.request("5", "tools/call", ScriptedClient.toolCall("double_answer", "{}"));
    client.await(line -> line.raw().contains("second"));
    assertThat(client.received(line -> line.at("id").raw().equals("5"))).hasSize(2);

    assertThat(client.call("result_null", "{}").at("result").raw()).isEqualTo("null");
  }

  @Test
  void aBatchIsOneLineInTheRevisionThatHadThem() throws IOException, InterruptedException {
    var client = server();
    client.initialize("2025-03-26");
    client.request("5", "tools/call", ScriptedClient.toolCall("batch", "{}"));
    var batch = client.await(line -> !line.items().isEmpty()).items();

    assertThat(batch).hasSize(2);
    assertThat(text(batch.get(1))).isEqualTo("batched");
    client.send("[{\"jsonrpc\":\"2.0\",\"id\":6,\"method\":\"ping\"}]");
    client.awaitResponse("6");
  }

  @Test
  void whatIsNoMessageIsAnsweredAsSuch() throws IOException, InterruptedException {
    var client = initialized();
    client.send("{half");

    assertThat(client.awaitResponse("null").at("error", "code").raw()).isEqualTo("-32700");
  }
}
