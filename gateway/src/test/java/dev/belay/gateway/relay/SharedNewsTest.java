package dev.belay.gateway.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.gateway.client.Guest;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a server tells, brought to those of its clients who want it (MCP §8). */
final class SharedNewsTest extends Closing {
  private static final String CHANGED = "notifications/resources/updated";
  private static final String ACKNOWLEDGED = "notifications/subscriptions/acknowledged";
  private static final String LISTEN =
      "{\"notifications\":{\"toolsListChanged\":true,\"resourceSubscriptions\":[\"x:a\"]}}";
  private static final String URI = "{\"uri\":\"x:a\"}";

  @Test
  @DisplayName("A legacy server is subscribed to once, by the first, until the last has had enough")
  void subscriptionsAreShared() throws InterruptedException {
    var crowd = opened(MultiClientHarness.of(StdioHarness.over()));
    var one = crowd.legacy();
    var other = crowd.legacy();
    var none = crowd.legacy();
    one.ask("1", "resources/subscribe", URI).result();
    other.ask("1", "resources/subscribe", URI).result();
    none.call("2", "resource_change", URI).result();
    crowd.await("news", () -> !one.told(CHANGED).isEmpty() && !other.told(CHANGED).isEmpty());
    assertThat(none.told(CHANGED)).isEmpty();

    one.ask("3", "resources/unsubscribe", URI).result();
    other.call("4", "resource_change", URI).result();
    crowd.await("more news", () -> other.told(CHANGED).size() == 2);
    assertThat(one.told(CHANGED)).hasSize(1);
    assertThat(crowd.got("resources/unsubscribe")).isEmpty();
    other.leave();
    crowd.awaitGot("resources/unsubscribe", 1);
    assertThat(crowd.got("resources/subscribe")).hasSize(1);
  }

  @Test
  @DisplayName("PEER minor: a server that tells of no resources is not subscribed to in its stead")
  void whatTellsOfNothingIsNotSubscribedTo() throws InterruptedException {
    var crowd =
        opened(MultiClientHarness.within(StdioHarness.over(), new Puppet(/* modern= */ false, "")));
    var error = crowd.legacy().ask("1", "resources/subscribe", URI).error();
    assertThat(error.at("code").raw()).isEqualTo("-32601");
  }

  @Test
  @DisplayName(
      "PEER-7: a legacy client that set no level hears what a modern server logs from info on")
  void aLegacyClientHearsFromInfoOn() throws InterruptedException {
    var crowd = opened(MultiClientHarness.of(StdioHarness.over("--era", "modern")));
    var guest = crowd.legacy();
    guest.call("1", "echo", "{}").result();
    guest.ask("2", "logging/setLevel", "{\"level\":\"error\"}").result();
    guest.call("3", "echo", "{}").result();
    assertThat(crowd.got("tools/call"))
        .extracting(call -> call.at("params", "_meta", "io.modelcontextprotocol/logLevel").text())
        .containsExactly("info", "error");
  }

  @Test
  @DisplayName("PEER minor: what may have changed between two listens is told with the second")
  void whatWasMissedIsTold() throws InterruptedException {
    var puppet = new Puppet(/* modern= */ true, "");
    var crowd = opened(MultiClientHarness.within(StdioHarness.over(), puppet));
    var guest = crowd.legacy();
    crowd.await("a listen", () -> !puppet.listens().isEmpty());
    puppet.listens().getLast().answer("\"result\":{\"resultType\":\"complete\"}");
    int before = puppet.listens().size();
    assertThat(guest.told("notifications/tools/list_changed")).isEmpty();
    crowd.pass("another", () -> puppet.listens().size() > before);
    crowd.await("news", () -> !guest.told("notifications/tools/list_changed").isEmpty());
  }

  @Test
  @DisplayName(
      "A listen that pauses as its server is replaced is opened once at the next, and told")
  void aPausingListenMovesOnce() throws InterruptedException {
    var puppet = new Puppet(/* modern= */ true, "");
    var crowd = opened(MultiClientHarness.within(StdioHarness.over(), puppet));
    var guest = crowd.legacy();
    crowd.await("a listen", () -> !puppet.listens().isEmpty());
    puppet.listens().getFirst().answer("\"result\":{\"resultType\":\"complete\"}");
    roundTrip(crowd, guest, puppet);
    assertThat(crowd.upstreams().getFirst().restart()).isNull();
    crowd.await("another", () -> puppet.listens().size() == 2);
    crowd.await("news", () -> !guest.told("notifications/tools/list_changed").isEmpty());
    crowd.time().advance(Duration.ofSeconds(2));
    roundTrip(crowd, guest, puppet);
    assertThat(puppet.listens())
        .extracting(Puppet.Came::by)
        .as("each of its own process")
        .doesNotHaveDuplicates()
        .hasSize(2);
  }

  /** Returns once all that went before, in either direction, has come. */
  private static void roundTrip(MultiClientHarness crowd, Guest guest, Puppet puppet)
      throws InterruptedException {
    int before = puppet.calls().size();
    var call = guest.call(Integer.toString(100 + before), "t", "{}");
    crowd.await("the call", () -> puppet.calls().size() > before);
    puppet.calls().getLast().text("done");
    call.result();
  }

  @Test
  @DisplayName("A modern client listens to a legacy server; it is unsubscribed from when it leaves")
  void aModernClientListensToALegacyServer() throws InterruptedException {
    var crowd = opened(MultiClientHarness.of(StdioHarness.over()));
    var guest = crowd.modern();
    var listen = guest.ask("1", "subscriptions/listen", LISTEN);
    crowd.await(
        "the acknowledgement",
        () -> !listen.told("notifications/subscriptions/acknowledged").isEmpty());
    guest.call("2", "resource_change", URI).result();
    guest.call("3", "list_change", "{}").result();
    crowd.await("news", () -> listen.told().size() == 3);
    assertThat(listen.told())
        .allMatch(message ->
            message
                .at("params", "_meta", "io.modelcontextprotocol/subscriptionId")
                .raw()
                .equals("1"));
    guest.leave("1");
    crowd.awaitGot("resources/unsubscribe", 1);
    assertThat(listen.ends()).containsExactly("nothing");
    assertThat(crowd.relay().audiences().audiences().getFirst().sessions()).isEmpty();
  }

  @Test
  @DisplayName("Legacy clients of a modern server hear of changes by one listen of Belay's")
  void legacyClientsShareOneListen() throws InterruptedException {
    var crowd = opened(MultiClientHarness.of(StdioHarness.over("--era", "modern")));
    var one = crowd.legacy();
    var other = crowd.legacy();
    crowd.awaitGot("subscriptions/listen", 1);
    one.call("1", "list_change", "{}").result();
    var changed = "notifications/tools/list_changed";
    crowd.await("news", () -> !one.told(changed).isEmpty() && !other.told(changed).isEmpty());
    assertThat(crowd.got("subscriptions/listen")).hasSize(1);
    assertThat(one.told(changed)).hasSize(1);
  }

  @Test
  @DisplayName("The shared listen is closed with the last legacy client, and opened for the next")
  void theSharedListenEndsWithItsLastClient() throws InterruptedException {
    var crowd = opened(MultiClientHarness.of(StdioHarness.over("--era", "modern")));
    var one = crowd.legacy();
    var other = crowd.legacy();
    var first = crowd.awaitGot("subscriptions/listen", 1).getFirst();
    one.leave();
    other.call("1", "list_change", "{}").result();
    crowd.await("news", () -> !other.told("notifications/tools/list_changed").isEmpty());
    assertThat(crowd.got("notifications/cancelled")).isEmpty();

    other.leave();
    var cancelled = crowd.awaitGot("notifications/cancelled", 1).getFirst();
    assertThat(cancelled.at("params", "requestId")).isEqualTo(first.at("id"));
    crowd.modern().call("2", "echo", "{\"text\":\"a\"}").result();
    assertThat(crowd.got("subscriptions/listen")).hasSize(1);

    var next = crowd.legacy();
    crowd.awaitGot("subscriptions/listen", 2);
    next.call("3", "list_change", "{}").result();
    crowd.await("news", () -> !next.told("notifications/tools/list_changed").isEmpty());
  }

  @Test
  @DisplayName("A client that leaves takes what it had subscribed to out of the shared listen")
  void theSharedListenEndsWithItsSubscriptions() throws InterruptedException {
    var crowd = opened(MultiClientHarness.of(StdioHarness.over("--era", "modern")));
    var guest = crowd.legacy();
    guest.ask("1", "resources/subscribe", URI).result();
    guest.ask("2", "resources/subscribe", "{\"uri\":\"x:b\"}").result();
    crowd.awaitGot("subscriptions/listen", 3);
    guest.leave();
    crowd.await(
        "the end of every listen",
        () ->
            crowd.got("notifications/cancelled").size()
                == crowd.got("subscriptions/listen").size());
  }

  @ParameterizedTest
  @ValueSource(strings = {"legacy", "modern"})
  @DisplayName(
      "At the end of Belay a client's listen ends with a result, after its acknowledgement")
  void listensEndWithAResult(String era) throws InterruptedException {
    var crowd = opened(MultiClientHarness.of(StdioHarness.over("--era", era)));
    var guest = crowd.modern();
    var listen = guest.ask("\"mine\"", "subscriptions/listen", LISTEN);
    crowd.await("the acknowledgement", () -> !listen.told(ACKNOWLEDGED).isEmpty());

    crowd.relay().endSubscriptions();

    var result = listen.result();
    assertThat(result.at("resultType").text()).isEqualTo("complete");
    assertThat(result.at("_meta", "io.modelcontextprotocol/subscriptionId").text())
        .isEqualTo("mine");
    assertThat(listen.told()).hasSize(1);
    assertThat(listen.ends()).hasSize(1);
    if (era.equals("modern")) {
      crowd.awaitGot("notifications/cancelled", 1);
    }
    var late = guest.ask("2", "subscriptions/listen", LISTEN);
    assertThat(late.result().at("resultType").text()).isEqualTo("complete");
    assertThat(late.told(ACKNOWLEDGED)).as("first of all").hasSize(1);
  }

  @Test
  @DisplayName(
      "A shared legacy server is told the most talkative level, once, and each hears its own")
  void levelsAreEachClientsOwn() throws InterruptedException {
    var crowd = opened(MultiClientHarness.of(StdioHarness.over()));
    var one = crowd.legacy();
    one.ask("1", "logging/setLevel", "{\"level\":\"error\"}").result();
    crowd.legacy().ask("1", "logging/setLevel", "{\"level\":\"critical\"}").result();
    assertThat(crowd.got("logging/setLevel")).hasSize(1);
    var wish = "\"io.modelcontextprotocol/logLevel\":\"debug\"";
    var modern = crowd.modern().withMeta(wish);
    modern.call("2", "echo", "{\"text\":\"a\"}").result();
    assertThat(crowd.awaitGot("logging/setLevel", 2).getLast().at("params", "level").text())
        .isEqualTo("debug");
    modern.call("3", "echo", "{\"text\":\"a\"}").result();
    assertThat(crowd.got("logging/setLevel")).hasSize(2);

    var heard = modern.call("4", "flood_notifications", "{\"count\":3}");
    heard.result();
    assertThat(heard.told("notifications/message")).hasSize(3);
    var silent = crowd.modern().call("5", "flood_notifications", "{\"count\":3}");
    silent.result();
    assertThat(silent.told("notifications/message")).isEmpty();
    assertThat(one.told("notifications/message")).isEmpty();
  }

  @Test
  @DisplayName("A restarted shared server is told level and subscriptions again")
  void aRestartTellsAgain() throws InterruptedException {
    var crowd = opened(MultiClientHarness.of(StdioHarness.over()));
    var guest = crowd.legacy();
    guest.ask("1", "logging/setLevel", "{\"level\":\"debug\"}").result();
    guest.ask("2", "resources/subscribe", URI).result();
    guest.call("3", "crash", "{}").result();
    guest.call("4", "echo", "{\"text\":\"a\"}").result();
    assertThat(crowd.got("logging/setLevel")).hasSize(2);
    assertThat(crowd.got("resources/subscribe")).hasSize(2);
    guest.call("5", "resource_change", URI).result();
    crowd.await("news", () -> !guest.told(CHANGED).isEmpty());
  }
}
