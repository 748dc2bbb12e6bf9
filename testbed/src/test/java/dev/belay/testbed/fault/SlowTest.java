package dev.belay.testbed.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.testkit.client.ScriptedClient;
import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("process")
class SlowTest extends FaultyServerFixture {
  @Test
  void progressComesForATokenAndOnlyForOne() throws IOException, InterruptedException {
    var client = initialized();
    assertThat(text(client.call("sleep", "{\"ms\":1}"))).isEqualTo("slept");
    assertThat(text(client.call("progress", "{\"everyMs\":1}"))).isEqualTo("done");
    assertThat(client.received(line -> line.at("method").present())).isEmpty();

    client.ask(
        "tools/call",
        "{\"name\":\"progress\",\"arguments\":{\"everyMs\":1},\"_meta\":{\"progressToken\":\"7\"}}");
    assertThat(client.received(line -> line.at("method").present()))
        .extracting(line -> line.at("params").raw())
        .hasSize(3)
        .first()
        .isEqualTo(
            "{\"progressToken\":\"7\",\"progress\":1,\"total\":3,\"message\":\"step 1 of 3\"}");
  }

  @Test
  void aSleepBehindAGateEndsWhenItIsOpen() throws IOException, InterruptedException {
    var client = initialized();
    var gate = new Gate(directory.resolve("gate"));
    client.request("1", "tools/call", ScriptedClient.toolCall("sleep", gate.arguments()));
    assertThat(log(client)).contains("call sleep").doesNotContain("slept sleep");
    gate.open();
    assertThat(text(client.awaitResponse("1"))).isEqualTo("slept");
  }

  @ParameterizedTest
  @ValueSource(strings = {"sleep", "hang_honouring_cancel", "beat_forever"})
  void aPoliteToolStopsSilentlyWhenCancelled(String tool) throws IOException, InterruptedException {
    var client = initialized();
    client.request("5", "tools/call", ScriptedClient.toolCall(tool, "{\"ms\":1000000}"));
    client.cancel("5");
    awaitLog("ended " + tool);

    assertThat(log(client)).contains("cancelled 5");
    assertThat(client.received(line -> line.at("id").raw().equals("5"))).isEmpty();
  }

  @Test
  void aRudeToolAnswersAlthoughItIsCancelled() throws IOException, InterruptedException {
    var client = initialized();
    client.request("5", "tools/call", ScriptedClient.toolCall("ignore_cancel", "{\"ms\":50}"));
    client.request("6", "tools/call", ScriptedClient.toolCall("answer_after_cancel", "{\"ms\":1}"));
    client.cancel("5");
    client.cancel("6");

    assertThat(text(client.awaitResponse("5"))).isEqualTo("finished all the same");
    assertThat(text(client.awaitResponse("6"))).isEqualTo("too late");
  }

  @Test
  void aHangHonoursNothing() throws IOException, InterruptedException {
    var client = initialized();
    client.request("\"5\"", "tools/call", ScriptedClient.toolCall("hang", "{}"));
    client.cancel("5");
    client.cancel("\"5\"");

    assertThat(log(client))
        .contains("cancelled-unknown 5", "cancelled \"5\"")
        .doesNotContain("ended hang");
  }
}
