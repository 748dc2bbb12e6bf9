package dev.belay.gateway.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.call.Call;
import dev.belay.core.cancel.Cause;
import dev.belay.core.journal.CallEvent;
import dev.belay.core.journal.Journal;
import dev.belay.gateway.client.Asked;
import dev.belay.gateway.client.Guest;
import dev.belay.gateway.client.Spoken;
import dev.belay.gateway.relay.ServerFigures;
import dev.belay.mcp.envelope.TimeoutHint;
import dev.belay.testkit.json.Json;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A call of a tool of this program is one call of the gateway's governor")
final class HostedCallsTest {
  private final Workshop workshop = new Workshop();
  private final Fleet fleet = new Fleet().tools("own", workshop.tools());

  @AfterEach
  void end() {
    workshop.open();
    fleet.governor().close();
  }

  private static Asked call(Guest client, String id, String tool, String more) {
    return client.ask(
        id, "tools/call", "{\"name\":" + Json.quote(tool) + ",\"arguments\":{}" + more + "}");
  }

  private Call running() {
    var all = List.copyOf(fleet.governor().directory().calls());
    assertThat(all).hasSize(1);
    return all.getFirst();
  }

  @Test
  @DisplayName("It is listed once, of its server, for its client, and cancelled by its id")
  void listedAndCancelled() throws InterruptedException {
    fleet.server("a").tools("t");
    var client = fleet.legacy();
    var answer = client.call("1", "own__wait", "{}");
    assertThat(workshop.began.take()).isEqualTo("wait");
    var info = running().info();
    assertThat(info.upstream()).isEqualTo("own");
    assertThat(info.tool()).isEqualTo("wait");
    assertThat(info.caller().principal()).isEqualTo("local");
    assertThat(info.caller().sessionId()).isEqualTo("c1/own");
    assertThat(figures())
        .isEqualTo(
            new ServerFigures(
                "own", "up", null, null, "native", 0, 1, List.of(), 0, null, 0, null));

    assertThat(fleet.governor().directory().cancel(info.id(), Cause.USER, "by ann")).isTrue();
    assertThat(answer.text()).isEqualTo("[CANCELLED] Call cancelled by user. (by ann)");
    assertThat(workshop.stopped.take()).contains("USER");
    assertThat(fleet.governor().directory().calls()).isEmpty();
    assertThat(figures().inFlight()).isZero();
  }

  private ServerFigures figures() {
    return fleet.catalog().members().getLast().backend().figures();
  }

  @Test
  @DisplayName("Who takes it back, and who just leaves, is told apart in what stops it")
  void takenBackOrLeft() throws InterruptedException {
    var client = fleet.legacy();
    var taken = client.call("1", "wait", "{}");
    workshop.began.take();
    client.tell("notifications/cancelled", "{\"requestId\":1}");
    taken.answer();
    assertThat(taken.ends()).containsExactly("nothing");
    assertThat(workshop.stopped.take()).contains("CLIENT,");
    var left = client.call("2", "wait", "{}");
    workshop.began.take();
    client.leave("2");
    left.answer();
    assertThat(left.ends()).containsExactly("nothing");
    assertThat(workshop.stopped.take()).contains("CLIENT_GONE");
  }

  @Test
  @DisplayName("A silent tool ends at the limit of the configuration, which the answer names")
  void limits() throws InterruptedException {
    fleet.yaml("tools: { wait: { idle_timeout: 7 } }");
    var client = fleet.legacy();
    var first = client.call("1", "wait", "{}");
    workshop.began.take();
    fleet.time.advance(Duration.ofSeconds(8));
    assertThat(first.text())
        .contains("7s", "raise tools.\"wait\".idle_timeout, or pass _meta.timeout");

    fleet.yaml("tools: { wait: { timeout: 5 } }").replace();
    assertThat(timeout("wait", "")).hasSeconds(5);
    assertThat(timeout("wait", ",\"_meta\":{\"timeout\":2000}")).hasSeconds(2);
    var second = client.call("2", "wait", "{}");
    workshop.began.take();
    fleet.time.advance(Duration.ofSeconds(6));
    assertThat(second.text()).contains("5s", "raise tools.\"wait\".timeout");
  }

  private Duration timeout(String tool, String more) {
    var request = Spoken.request("1", "tools/call", "{\"name\":" + Json.quote(tool) + more + "}");
    return Objects.requireNonNull(fleet.catalog().policy(tool))
        .wished(TimeoutHint.of(request))
        .timeout();
  }

  @Test
  @DisplayName(
      "C5: where nobody says anything, 120 s of silence end it, and mcp.idle_timeout lifts")
  void defaultLimits() throws InterruptedException {
    var answer = fleet.legacy().call("1", "wait", "{}");
    workshop.began.take();
    assertThat(running().limits().timeout()).hasSeconds(1800);
    fleet.time.advance(Duration.ofSeconds(121));
    assertThat(answer.text()).contains("120s", "own.idle_timeout or mcp.idle_timeout");
  }

  @Test
  @DisplayName("C1, S4-37: mcp.errors.mode decides how a failure is told, from the next call on")
  void errors() {
    var client = fleet.modern();
    assertThat(client.call("1", "fail", "{}").result().at("isError").raw()).isEqualTo("true");
    fleet.yaml("mcp: { errors: { mode: jsonrpc } }").replace();
    var error = client.call("2", "fail", "{}").error();
    assertThat(error.at("code").raw()).isEqualTo("-32603");
    assertThat(error.at("message").text()).isEqualTo("it broke");
  }

  @Test
  @DisplayName("C19: exclusive over all clients where the configuration says so")
  void exclusive() throws InterruptedException {
    fleet.yaml("tools: { wait: { concurrency: exclusive, scope: upstream } }");
    var first = fleet.modern("anna").call("1", "wait", "{}");
    workshop.began.take();
    var journal = fleet.governor().journal().reader();
    var second = fleet.modern("bob").call("1", "say", "{}");
    while (!(journal.next() instanceof Journal.Entry(_, _, _, CallEvent.Waiting _))) {
      assertThat(workshop.began).isEmpty();
    }
    assertThat(fleet.governor().directory().calls()).hasSize(2);
    assertThat(workshop.began).isEmpty();
    workshop.open();
    assertThat(first.text()).isEqualTo("over");
    assertThat(second.text()).isEqualTo("said hi");
  }

  @Test
  @DisplayName("C19: what destroys goes alone, unless the configuration knows better")
  void parallel() throws InterruptedException {
    fleet.yaml("tools: { wreck: { concurrency: parallel } }");
    var client = fleet.legacy();
    var one = client.call("1", "wreck", "{}");
    var two = client.call("2", "wreck", "{}");
    assertThat(workshop.began.take()).isEqualTo("wreck");
    assertThat(workshop.began.take()).isEqualTo("wreck");
    workshop.open();
    assertThat(one.text()).isEqualTo("over");
    assertThat(two.text()).isEqualTo("over");
  }

  @Test
  @DisplayName("C27: a result is kept where the configuration says so, for one principal alone")
  void cached() {
    fleet.yaml("tools: { say: { cache_ttl: 60 } }");
    assertThat(fleet.modern("anna").call("1", "say", "{}").text()).isEqualTo("said hi");
    assertThat(fleet.modern("anna").call("1", "say", "{}").text()).isEqualTo("said hi");
    assertThat(workshop.began).hasSize(1);
    assertThat(fleet.modern("bob").call("1", "say", "{}").text()).isEqualTo("said hi");
    assertThat(workshop.began).hasSize(2);
    fleet.yaml("").replace();
    assertThat(fleet.modern("anna").call("1", "say", "{}").text()).isEqualTo("said hi");
    assertThat(workshop.began).hasSize(3);
  }

  @Test
  @DisplayName(
      "C16: a client of a silent tool is kept alive, by one author with what the tool says")
  void keptAlive() throws InterruptedException {
    var answer = call(fleet.legacy(), "1", "report", ",\"_meta\":{\"progressToken\":\"p\"}");
    workshop.began.take();
    fleet.time.advance(Duration.ofSeconds(15));
    workshop.open();
    assertThat(answer.text()).isEqualTo("reported");
    assertThat(answer.told())
        .extracting(one -> one.at("params").raw())
        .containsExactly(
            "{\"progressToken\":\"p\",\"progress\":1,\"total\":2}",
            "{\"progressToken\":\"p\",\"progress\":1.001,\"message\":\"Still running, 5 s\"}",
            "{\"progressToken\":\"p\",\"progress\":1.002,\"message\":\"Still running, 15 s\"}");
  }

  @Test
  @DisplayName("What another configuration takes away gets its time to end, and then ends")
  void takenAway() throws InterruptedException {
    fleet.yaml("http: { drain_timeout: 3 }");
    fleet.server("a").tools("t");
    var client = fleet.legacy();
    var answer = client.call("1", "own__wait", "{}");
    workshop.began.take();
    fleet.without("own").replace();
    fleet.time.advance(Duration.ofSeconds(2));
    assertThat(answer.isOver()).isFalse();
    // To the end of its time and no further: what is cancelled then has 500 ms for its answer.
    fleet.time.advance(Duration.ofSeconds(1));
    assertThat(answer.text()).isEqualTo("[CANCELLED] Another configuration ended the server.");
    assertThat(workshop.stopped.take()).contains("SHUTDOWN");
  }
}
