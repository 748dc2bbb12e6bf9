package longrunning;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.belay.testkit.client.ScriptedClient;
import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The whole program, as a client starts it, in real time. */
@Timeout(120)
class ServedTest {
  private static final String HOURS =
      "{\"name\":\"watch_load\",\"arguments\":{\"readings\":120,\"pause\":%d},"
          + "\"_meta\":{\"progressToken\":\"hours\"}}";

  @Test
  @DisplayName(
      "The client takes its call back: it hears no more of it, and the next ones are served")
  void stopsWhenCancelled() throws IOException, InterruptedException {
    try (var client = ScriptedClient.start(program())) {
      client.initialize("2025-11-25");
      client.request("1", "tools/call", HOURS.formatted(1));
      client.awaitMethod("notifications/progress");
      client.cancel("1");

      client.call("watch_load", "{\"readings\":1,\"pause\":1}");
      var heard = client.received(ServedTest::isOfHours);
      client.call("watch_load", "{\"readings\":2,\"pause\":1}");
      assertEquals(heard, client.received(ServedTest::isOfHours));
    }
  }

  /** Its progress, or its result. */
  private static boolean isOfHours(Json message) {
    return message.at("params", "progressToken").text().equals("hours")
        || message.at("id").raw().equals("1");
  }

  @Test
  @DisplayName("The client leaves in the middle of a call: the program ends in order")
  void endsWithItsClient() throws IOException, InterruptedException {
    try (var client = ScriptedClient.start(program())) {
      client.initialize("2025-11-25");
      client.request("1", "tools/call", HOURS.formatted(60));
      client.ask("ping", "{}");
      client.closeStdin();
      assertEquals(0, client.awaitExit());
    }
  }

  private static List<String> program() {
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    return List.of(java, "-cp", System.getProperty("java.class.path"), LoadWatch.class.getName());
  }
}
