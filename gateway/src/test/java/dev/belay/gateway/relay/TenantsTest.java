package dev.belay.gateway.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.gateway.client.Asked;
import dev.belay.gateway.client.Guest;
import dev.belay.gateway.client.Spoken;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.session.ClientLink;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Who shares a server and who does not, and what is left when clients go. */
final class TenantsTest extends Closing {
  private static final String ASK = "{\"method\":\"elicitation/create\"}";

  private final MultiClientHarness crowd =
      opened(MultiClientHarness.of(StdioHarness.over().with("isolation", "session")));

  private static int present(MultiClientHarness crowd) {
    return crowd.relay().audiences().audiences().stream()
        .mapToInt(audience -> audience.sessions().size())
        .sum();
  }

  @Test
  @DisplayName("A modern client is forgotten with each answer, a legacy one when it leaves")
  void nobodyIsRemembered() throws InterruptedException {
    var shared = opened(MultiClientHarness.of(StdioHarness.over()));
    var legacy = shared.legacy();
    assertThat(shared.modern().echo("a")).isEqualTo("a");
    assertThat(present(shared)).isEqualTo(1);
    legacy.leave();
    legacy.leave();
    assertThat(present(shared)).isZero();
  }

  @Test
  @DisplayName("What a client sends after it has left makes nobody believe that it is there")
  void nobodyJoinsAfterLeaving() throws InterruptedException {
    var shared = opened(MultiClientHarness.of(StdioHarness.over()));
    var guest = shared.legacy();
    guest.leave();
    var late = guest.call("1", "hang_honouring_cancel", "{}");
    shared.await("its end", late::isOver);
    var stranger = shared.stranger("local", MultiClientHarness.ALL);
    stranger.leave();
    stranger.ask("1", "tools/list", "{}");
    assertThat(present(shared)).isZero();
    shared.await("the end", () -> shared.governor().directory().calls().isEmpty());
  }

  @Test
  @DisplayName("PEER minor: a server of one client's own hears that client's name, and no other's")
  void aServerOfItsOwnHearsItsName() throws InterruptedException {
    crowd.legacy().call("1", "echo", "{}").result();
    crowd.modern().call("1", "echo", "{}").result();
    assertThat(crowd.awaitGot("initialize", 2))
        .extracting(opening -> opening.at("params", "clientInfo").raw())
        .containsOnly("{\"name\":\"guest\",\"version\":\"1\"}");
  }

  private int ended() {
    return crowd.log("exit").size();
  }

  @Test
  @DisplayName("What a call's headers must say is asked of the server that the call then runs on")
  void aLookBeforehandStartsNoServerOfItsOwn() throws InterruptedException {
    crowd.modern().ask("0", "tools/list", "{}").result();
    var guest = crowd.modern();
    guest.call("1", "state", "{\"set\":\"mine\"}").result();
    assertThat(guest.call("2", "state", "{}").text()).isEqualTo("mine");
    assertThat(crowd.log("pid")).hasSize(1);
  }

  @Test
  @DisplayName("A server that was only asked beforehand ends when no call comes")
  void aServerThatWasOnlyAskedEnds() throws InterruptedException {
    crowd.modern().ask("0", "tools/list", "{}").result();
    crowd.time().advance(UpstreamPool.IDLE.plusSeconds(1));
    assertThat(crowd.relay().audiences().audiences()).hasSize(1);
    crowd.await("the end of its server", () -> ended() == 1);
  }

  @Test
  @DisplayName("A server of modern clients is kept for the next request, and ends when none comes")
  void idleServersEnd() throws InterruptedException {
    var guest = crowd.modern();
    guest.call("1", "echo", "{\"text\":\"a\"}").result();
    crowd.time().advance(UpstreamPool.IDLE.minusSeconds(1));
    guest.call("2", "echo", "{\"text\":\"b\"}").result();
    assertThat(crowd.log("pid")).as("one for both").hasSize(1);
    crowd.time().advance(UpstreamPool.IDLE.minusSeconds(1));
    assertThat(crowd.relay().audiences().audiences()).hasSize(2);
    crowd.time().advance(Duration.ofSeconds(2));
    assertThat(crowd.relay().audiences().audiences()).hasSize(1);
    crowd.await("the end of its server", () -> ended() == 1);
  }

  @Test
  @DisplayName("A call that waits for its client's answer keeps its server, however long")
  void aParkedCallKeepsItsServer() throws InterruptedException {
    var guest = crowd.modern();
    var round = crowd.endRound(guest.call("1", "ask", ASK));
    crowd.time().advance(UpstreamPool.IDLE.multipliedBy(2));
    var next = guest.retry("2", "ask", ASK, round, RoundsTest.answers(round));
    assertThat(next.text()).contains("red");
    assertThat(crowd.log("call")).as("it ran once").containsExactly("ask");
    assertThat(crowd.log("pid")).hasSize(1);
    crowd.time().advance(UpstreamPool.IDLE.multipliedBy(2));
    assertThat(crowd.relay().audiences().audiences()).hasSize(1);
  }

  /** A client that leaves while the questions of its first request are on their way to it. */
  private final class LeavesAsItIsAsked implements ClientLink {
    private final AtomicReference<@Nullable ClientSession> session = new AtomicReference<>();
    final CountDownLatch ended = new CountDownLatch(1);

    LeavesAsItIsAsked() {
      session.set(crowd.relay().open(this));
    }

    Asked ask(Envelope request) {
      var asked = new Asked("1", () -> {});
      Objects.requireNonNull(session.get()).onRequest(request, asked);
      return asked;
    }

    /** Looked up, besides other times, for the state that goes with the questions. */
    @Override
    public String principal() {
      var open = session.get();
      if (open != null
          && open.inFlight().all().stream().anyMatch(ClientRequest::waitsForPerson)
          && session.compareAndSet(open, null)) {
        // Told after the relay, which asked first.
        crowd.governor().directory().calls().forEach(call -> call.onEnd(_ -> ended.countDown()));
        open.onLeft(Spoken.id("1"));
        open.close();
      }
      return "local";
    }

    @Override
    public String id() {
      return "leaves as it is asked";
    }

    @Override
    public boolean tell(byte[] message) {
      return false;
    }
  }

  @Test
  @DisplayName("A call whose client leaves just as it is asked keeps no server for its answer")
  void aClientThatLeavesAsItIsAskedKeepsNoServer() throws InterruptedException {
    var request = crowd.modern().message("1", "tools/call", Guest.callParams("ask", ASK));
    var client = new LeavesAsItIsAsked();
    var asked = client.ask(request);
    crowd.pass(ClientRounds.GATHER, "a round's end", () -> asked.isOver());
    client.ended.await();
    crowd.time().advance(UpstreamPool.IDLE);
    assertThat(crowd.relay().audiences().audiences()).hasSize(1);
  }

  @Test
  @DisplayName("A state that is none starts no call, also at a server that is still to start")
  void aForeignStateStartsNothing() throws InterruptedException {
    var invented = dev.belay.testkit.json.Json.parse("{\"requestState\":\"invented\"}");
    var error = crowd.modern().retry("1", "ask", ASK, invented, "{}").error();
    assertThat(error.at("code").raw()).isEqualTo("-32602");
    assertThat(crowd.log("call")).isEmpty();
  }

  @Tag("process")
  @Test
  @DisplayName("PEER-3: a modern client hears, at a legacy server at a url, what its calls change")
  void whoListensHearsOfItsCalls() throws IOException, InterruptedException {
    var remote = opened(ServerProcesses.atUrl(StdioHarness.over().with("isolation", "session")));
    var guest = remote.modern();
    var early =
        guest.ask(
            "1",
            "subscriptions/listen",
            "{\"notifications\":{\"toolsListChanged\":true,\"resourceSubscriptions\":[\"x:a\"]}}");
    remote.await("its begin", () -> !early.told().isEmpty());
    guest.call("2", "resource_change", "{\"uri\":\"x:a\"}").result();
    guest.call("3", "list_change", "{}").result();
    remote.await("news", () -> early.told().size() == 3);

    var running = guest.call("4", "hang_honouring_cancel", "{}");
    remote.await("the call", () -> remote.log("call").contains("hang_honouring_cancel"));
    var late =
        guest.ask("5", "subscriptions/listen", "{\"notifications\":{\"toolsListChanged\":true}}");
    remote.await("its begin", () -> !late.told().isEmpty());
    guest.leave("4");
    remote.await("its end", running::isOver);
    remote.awaitGot("initialize", 2);
    assertThat(remote.got("initialize")).as("one of all, one of the client's own").hasSize(2);
  }

  @Test
  @DisplayName("Two concurrent modern calls may both ask: each has a server of its own meanwhile")
  void concurrentCallsMayAsk() throws InterruptedException {
    var guest = crowd.modern();
    var one = guest.call("1", "ask", ASK);
    var other = guest.call("2", "ask", ASK);
    var first = crowd.endRound(one);
    var second = crowd.endRound(other);
    assertThat(guest.retry("3", "ask", ASK, second, RoundsTest.answers(second)).text())
        .contains("red");
    assertThat(guest.retry("4", "ask", ASK, first, RoundsTest.answers(first)).text())
        .contains("red");
    assertThat(crowd.log("call")).hasSize(2);
  }
}
