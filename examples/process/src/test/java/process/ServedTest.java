package process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.belay.testkit.client.ScriptedClient;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The whole program, as a client starts it, with real scripts. */
@Timeout(120)
class ServedTest {
  @Test
  @DisplayName("A script runs, and its output is the result")
  void runs() throws IOException, InterruptedException {
    try (var client = open()) {
      var answer = client.call("run_script", "{\"name\":\"count.sh\"}");
      assertEquals(
          "one\ntwo\nthree\n", answer.at("result", "content").items().getFirst().at("text").text());
      leave(client);
    }
  }

  @Test
  @DisplayName(
      "The client takes its call back: the script is gone, and so is what it left in the"
          + " background")
  void endsTheWholeTree() throws IOException, InterruptedException {
    try (var client = open()) {
      var helper = helperOfCall(client);
      assertTrue(helper.isAlive());

      client.cancel("1");
      helper.onExit().join();
      leave(client);
    }
  }

  @Test
  @DisplayName("The client leaves in the middle of a call: nothing of it is left")
  void endsWithItsClient() throws IOException, InterruptedException {
    try (var client = open()) {
      var helper = helperOfCall(client);

      leave(client);
      helper.onExit().join();
    }
  }

  /** Runs a script under the id 1, and waits for its grandchild, of which a heartbeat tells. */
  private static ProcessHandle helperOfCall(ScriptedClient client) throws InterruptedException {
    client.request(
        "1",
        "tools/call",
        "{\"name\":\"run_script\",\"arguments\":{\"name\":\"serve.sh\"},"
            + "\"_meta\":{\"progressToken\":1}}");
    var beat =
        client.await(message -> message.at("params", "message").text().startsWith("helper "));
    var id = beat.at("params", "message").text().substring("helper ".length());
    return ProcessHandle.of(Long.parseLong(id)).orElseThrow();
  }

  private static ScriptedClient open() throws IOException, InterruptedException {
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var classPath = System.getProperty("java.class.path");
    var client = ScriptedClient.start(List.of(java, "-cp", classPath, Scripts.class.getName()));
    client.initialize("2025-11-25");
    return client;
  }

  private static void leave(ScriptedClient client) throws IOException, InterruptedException {
    client.closeStdin();
    assertEquals(0, client.awaitExit());
  }
}
