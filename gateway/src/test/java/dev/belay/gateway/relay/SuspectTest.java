package dev.belay.gateway.relay;

import static dev.belay.gateway.relay.StdioHarness.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayName("C33: a server that does not obey a cancellation is replaced and killed")
final class SuspectTest extends Closing {
  /** Has a cancelled call be ignored, until another server has been started. */
  private static void replace(StdioHarness rope) throws InterruptedException {
    rope.begin("1", "hang", "{}");
    rope.client().cancel("1");
    // The first server is to log nothing after the second has started.
    rope.awaitUpstream("ping");
    rope.passUntilStarts(2);
  }

  @Tag("process")
  @Test
  @DisplayName("One that does not answer a ping is replaced; the next result says so, once")
  void aServerWithoutASignOfLifeIsReplaced() throws InterruptedException {
    var rope =
        opened(
            ServerProcesses.over("--ignore-ping", "--ignore-term", "--ignore-eof").initialized());
    rope.client().call("state", "{\"set\":\"remembered\"}");
    replace(rope);
    rope.passUntilGone(List.of(rope.pids().getFirst()));

    var next = rope.client().call("state", "{}");
    assertThat(text(next)).as("the tool's own answer comes first").isEqualTo("fresh");
    assertThat(notices(next))
        .containsExactly(
            "[belay] The server \"faulty\" did not react to a cancellation within 2000 ms, so it"
                + " was replaced. It was started again and may have lost its state.");
    var item = next.at("result", "content").items().getLast();
    assertThat(item.at("annotations").raw()).isEqualTo("{\"audience\":[\"assistant\"]}");
    assertThat(item.at("_meta").raw()).isEqualTo("{\"dev.belay/notice\":true}");
    assertThat(notices(rope.client().call("state", "{}"))).isEmpty();
    rope.awaitStopped(1);
    assertThat(rope.stops()).containsExactly("killed");
    assertThat(rope.answers("1")).isEmpty();
  }

  @Test
  @DisplayName("Its other calls end first, new ones run on its successor at once")
  void goodCallsOfASuspectEndFirst() throws IOException, InterruptedException {
    var rope = opened(StdioHarness.over("--ignore-ping").with("cancel_grace", "0.5").initialized());
    rope.client().call("state", "{\"set\":\"old\"}");
    var gate = rope.gate();
    rope.begin("\"good\"", "sleep", gate.arguments());
    replace(rope);

    var next = rope.client().call("state", "{}");
    assertThat(text(next)).isEqualTo("fresh");
    assertThat(notices(next)).hasSize(1);
    assertThat(rope.answers("\"good\"")).as("it still runs").isEmpty();
    assertThat(rope.log("exit")).as("its server too").isEmpty();

    gate.open();
    var good = rope.client().awaitResponse("\"good\"");
    assertThat(text(good)).isEqualTo("slept");
    assertThat(notices(good)).as("the old process was not started again").isEmpty();
    rope.awaitEnded(1);
  }

  @Test
  @DisplayName("Output for a cancelled call after the grace is proof that it was not stopped")
  void outputAfterTheGraceMakesSuspect() throws InterruptedException {
    var rope = opened(StdioHarness.over().with("cancel_grace", "1.5").initialized());
    rope.begin("1", "ignore_cancel", "{\"ms\":4000}");
    rope.client().cancel("1");
    rope.passGrace(Duration.ofMillis(1_500));
    rope.passUntilStarts(2);
    rope.awaitEnded(1);

    assertThat(rope.stops()).containsExactly("told");
    assertThat(rope.answers("1")).isEmpty();
    assertThat(notices(rope.client().call("echo", "{\"text\":\"a\"}")))
        .singleElement()
        .asString()
        .contains("went on with a call that had been stopped");
  }

  @Test
  @DisplayName("A timed-out call is stopped by the same steps, when its client has its answer")
  void aTimedOutCallIsStoppedToo() throws InterruptedException {
    var rope =
        opened(
            StdioHarness.over("--ignore-ping")
                .with("cancel_grace", "0.5")
                .with("idle_timeout", "0.3")
                .initialized());
    assertThat(text(rope.passCall("hang", "{}"))).startsWith("No progress for 0.3s");
    rope.passUntilStarts(2);
    rope.awaitEnded(1);
  }

  @Test
  @DisplayName("Its successor hears all that the client had told it, and changed lists are news")
  void theSuccessorIsBroughtToWhereItWas() throws InterruptedException {
    var rope =
        opened(
            StdioHarness.over("--ignore-ping")
                .with("cancel_grace", "0.5")
                .file("--tools-vary-by-restart", "starts")
                .start());
    var client = rope.client();
    client.initialize("2025-06-18", "{\"roots\":{\"listChanged\":true}}");
    client.ask("tools/list", "{}");
    client.ask("logging/setLevel", "{\"level\":\"debug\"}");
    client.ask("resources/subscribe", "{\"uri\":\"file:///a\"}");
    client.ask("resources/subscribe", "{\"uri\":\"file:///b\"}");
    client.ask("resources/unsubscribe", "{\"uri\":\"file:///a\"}");
    replace(rope);
    client.awaitMethod("notifications/tools/list_changed");

    var all = rope.log();
    var second = all.subList(all.lastIndexOf("pid 0"), all.size());
    assertThat(
            second.stream()
                .filter(line -> line.startsWith("recv "))
                .map(line -> Json.parse(line.substring(5)))
                .map(m -> m.at("method").text() + " " + m.at("params").raw())
                .limit(4))
        .containsExactly(
            "initialize {\"protocolVersion\":\"2025-06-18\",\"capabilities\":"
                + "{\"roots\":{\"listChanged\":true}},\"clientInfo\":"
                + "{\"name\":\"scripted\",\"version\":\"1\"}}",
            "notifications/initialized {}",
            "logging/setLevel {\"level\":\"debug\"}",
            "resources/subscribe {\"uri\":\"file:///b\"}");
    assertThat(client.ask("tools/list", "{}").raw()).contains("start_2");
  }

  @Test
  @DisplayName("Lists that are as they were are no news")
  void unchangedListsAreNoNews() throws InterruptedException {
    var rope = opened(StdioHarness.over("--ignore-ping").with("cancel_grace", "0.5").initialized());
    rope.client().ask("tools/list", "{}");
    replace(rope);
    rope.awaitLog("recv", line -> line.contains("tools/list"), 2);
    // The thread that has started the second server compares the lists before it ends.
    rope.await(() -> !isRestarting(), () -> "the lists are still compared");
    rope.client().call("echo", "{\"text\":\"a\"}");
    assertThat(rope.client().received(m -> m.at("method").text().endsWith("list_changed")))
        .isEmpty();
  }

  private static boolean isRestarting() {
    return Thread.getAllStackTraces().keySet().stream()
        .anyMatch(thread -> thread.getName().equals("belay-restart-faulty"));
  }

  static List<String> notices(Json answer) {
    return answer.at("result", "content").items().stream()
        .map(item -> item.at("text").text())
        .filter(text -> text.startsWith("[belay] "))
        .toList();
  }
}
