package dev.belay.testbed.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.testkit.client.ScriptedClient;
import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("process")
class HonestTest extends FaultyServerFixture {
  @Test
  void simpleToolsDoWhatTheySay() throws IOException, InterruptedException {
    var client = initialized();

    assertThat(text(client.call("echo", "{\"text\":\"hé \\\"\"}"))).isEqualTo("hé \"");
    assertThat(text(client.call("env", "{\"name\":\"PATH\"}"))).isEqualTo(System.getenv("PATH"));
    assertThat(text(client.call("state", "{\"set\":\"kept\"}"))).isEqualTo("fresh");
    assertThat(text(client.call("state", "{}"))).isEqualTo("kept");
    assertThat(text(client.call("big_result", "{\"bytes\":100000}"))).hasSize(100_000);
    assertThat(text(client.call("stderr", "{\"lines\":2}"))).isEqualTo("complained");
    client.awaitStderr("stderr line 2");
    assertThat(client.call("nothing", "{}").at("error", "code").raw()).isEqualTo("-32602");
    assertThat(log(client)).contains("call echo", "call state");
    awaitLog("ended stderr");
  }

  @Test
  void theReaderNeverWaitsForACall() throws IOException, InterruptedException {
    var client = initialized();
    for (var id = 0; id < 200; id++) {
      client.request(Integer.toString(id), "tools/call", ScriptedClient.toolCall("hang", "{}"));
    }

    assertThat(text(client.call("echo", "{\"text\":\"here\"}"))).isEqualTo("here");
  }

  @Test
  void theListOfToolsChanges() throws IOException, InterruptedException {
    var client = initialized();
    assertThat(tools(client)).doesNotContain("extra");
    client.call("list_change", "{}");
    client.awaitMethod("notifications/tools/list_changed");
    assertThat(tools(client)).contains("extra");
  }

  @Test
  void aResourceChanges() throws IOException, InterruptedException {
    var client = initialized();
    client.call("resource_change", "{\"uri\":\"file:///a\"}");

    var changed = client.awaitMethod("notifications/resources/updated");
    assertThat(changed.at("params", "uri").text()).isEqualTo("file:///a");
  }

  @Test
  void theClientIsAskedDuringACall() throws IOException, InterruptedException {
    var client = initialized();
    client.request(
        "5", "tools/call", "{\"name\":\"ask\",\"arguments\":{\"method\":\"roots/list\"}}");
    var id = client.awaitMethod("roots/list").at("id").raw();
    client.send("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":{\"roots\":[]}}");

    assertThat(text(client.awaitResponse("5"))).isEqualTo("{\"roots\":[]}");
  }

  @Test
  void aTaskReportsProgressAfterItsResponse() throws IOException, InterruptedException {
    var client = initialized();
    client.request(
        "5",
        "tools/call",
        "{\"name\":\"task\",\"arguments\":{\"steps\":2},\"task\":{\"ttl\":60000},"
            + "\"_meta\":{\"progressToken\":\"t\"}}");
    var task = client.awaitResponse("5").at("result", "task", "taskId").raw();
    client.await(message -> message.at("params", "progress").raw().equals("2"));

    var result = client.ask("tasks/result", "{\"taskId\":" + task + "}");
    assertThat(text(result)).isEqualTo("task done");
    var status = client.ask("tasks/get", "{\"taskId\":" + task + "}");
    assertThat(status.at("result", "status").text()).isEqualTo("completed");
    assertThat(client.received(line -> line.at("id").raw().equals("5"))).hasSize(1);
  }

  private static List<String> tools(ScriptedClient client) throws InterruptedException {
    return client.ask("tools/list", "{}").at("result", "tools").items().stream()
        .map((Json tool) -> tool.at("name").text())
        .toList();
  }
}
