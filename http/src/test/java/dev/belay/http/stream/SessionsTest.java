package dev.belay.http.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.mcp.envelope.RequestId;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Sessions over HTTP: bounded, ended when idle, and strangers to each other")
final class SessionsTest {
  private final Rig rig = new Rig();

  @Test
  void idsAreVisibleAsciiAndNeverEqual() {
    var ids = new HashSet<String>();
    for (int i = 0; i < 100; i++) {
      var id = rig.open();
      assertThat(id).matches("[\\x21-\\x7e]{32}");
      assertThat(rig.host.last().client.id()).isNotEqualTo(id);
      ids.add(id);
    }
    assertThat(ids).hasSize(100);
  }

  @Test
  void tooManyInAllAre429UntilOneEnds() {
    rig.of(StreamBounds.DEFAULT.withSessions(4, 4));
    var first = rig.open();
    rig.open();
    var third = rig.post(Rig.INITIALIZE);
    Rig.refused(third, "429 0 -32000 Too many sessions are open; close some or try later");
    assertThat(third.header("Retry-After")).isEqualTo("5");
    rig.request("DELETE", "", "Mcp-Session-Id", first);
    assertThat(rig.post(Rig.INITIALIZE).status).isEqualTo(200);
  }

  @Test
  void tooManyOfOnePeerLeaveRoomForOthers() {
    rig.of(StreamBounds.DEFAULT.withSessions(10, 1));
    rig.open();
    assertThat(rig.post(Rig.INITIALIZE).status).isEqualTo(429);
    rig.peer = "127.0.0.2";
    assertThat(rig.post(Rig.INITIALIZE).status).isEqualTo(200);
  }

  @Test
  @DisplayName("SEC-M3: one principal leaves room for others, from whatever address they come")
  void onePrincipalLeavesRoom() {
    rig.of(StreamBounds.DEFAULT.withSessions(20, 20));
    rig.principal = "eve";
    int ofEve = 0;
    while (rig.post(Rig.INITIALIZE).status == 200) {
      rig.peer = "10.0.0." + ofEve++;
    }
    assertThat(ofEve).isEqualTo(10);
    rig.principal = "ada";
    for (int own = 0; own < 5; own++) {
      assertThat(rig.post(Rig.INITIALIZE).status).isEqualTo(200);
    }
  }

  @Test
  @DisplayName("SEC-M3: the idlest session of the greediest gives way, and no busy one")
  void theIdlestOfTheGreediestGivesWay() {
    rig.of(StreamBounds.DEFAULT.withSessions(8, 8));
    rig.principal = "eve";
    for (int own = 0; own < 4; own++) {
      rig.open();
      rig.time.advance(Duration.ofSeconds(1));
    }
    var eves = List.copyOf(rig.host.talks);
    rig.principal = "ada";
    rig.open();
    rig.open();
    assertThat(eves).noneMatch(talk -> talk.closed);
    rig.open();
    assertThat(eves).extracting(talk -> talk.closed).containsExactly(true, false, false, false);
    // Now each has three sessions, and neither has more than the other.
    assertThat(rig.post(Rig.INITIALIZE).status).isEqualTo(429);
    assertThat(eves).filteredOn(talk -> talk.closed).hasSize(1);
  }

  @Test
  @DisplayName("SEC-M3: a session in which something runs gives way to nobody")
  void aBusySessionStays() {
    rig.of(StreamBounds.DEFAULT.withSessions(8, 8));
    rig.principal = "eve";
    for (int own = 0; own < 4; own++) {
      rig.get(rig.open());
    }
    rig.principal = "ada";
    rig.open();
    rig.open();
    assertThat(rig.post(Rig.INITIALIZE).status).isEqualTo(429);
    assertThat(rig.host.talks).noneMatch(talk -> talk.closed);
  }

  @Test
  @DisplayName("SEC-H1: what sessions keep to send again takes no room of what is under way")
  void whatIsKeptLeavesRequestsTheirRoom() {
    rig.get(rig.open());
    for (int event = 0; event < 100; event++) {
      rig.host.last().client.tell(FakeHost.bytes("\"" + "x".repeat(10_000) + "\""));
    }
    assertThat(rig.memory.held()).isZero();
  }

  @Test
  void aRefusedInitializeTakesNoRoom() {
    rig.of(StreamBounds.DEFAULT.withSessions(1, 1));
    rig.host.refusesInitialize = true;
    rig.post(Rig.INITIALIZE);
    rig.host.refusesInitialize = false;
    assertThat(rig.post(Rig.INITIALIZE).status).isEqualTo(200);
  }

  @Test
  void anIdleSessionEnds() {
    var session = rig.open();
    rig.time.advance(Duration.ofMinutes(59));
    assertThat(rig.inSession(session, Rig.call("1")).status).isEqualTo(200);
    rig.time.advance(Duration.ofMinutes(59));
    assertThat(rig.host.last().closed).isFalse();
    rig.time.advance(Duration.ofMinutes(2));
    assertThat(rig.host.last().closed).isTrue();
    assertThat(rig.inSession(session, Rig.call("2")).status).isEqualTo(404);
    rig.time.advance(Duration.ofSeconds(2));
    assertThat(rig.time.armedTimers()).isZero();
  }

  @Test
  void aSessionWithACallOrAStreamIsNotIdle() {
    var session = rig.open();
    var listening = rig.get(session);
    rig.time.advance(Duration.ofHours(3));
    assertThat(rig.host.last().closed).isFalse();
    rig.host.holds = true;
    rig.inSession(session, Rig.call("1"));
    listening.leave();
    rig.time.advance(Duration.ofHours(3));
    assertThat(rig.host.last().closed).isFalse();
    rig.host.last().reply("1").send(FakeHost.answer(RequestId.of(1), "{}"));
    rig.time.advance(Duration.ofMinutes(61));
    assertThat(rig.host.last().closed).isTrue();
  }

  @Test
  @DisplayName("P23: too many requests of one session are refused, cancelling still works")
  void requestsOfASessionAreBounded() {
    rig.of(StreamBounds.DEFAULT.withInFlight(100, 2));
    var session = rig.open();
    var other = rig.open();
    var talk = rig.host.talks.getFirst();
    rig.host.holds = true;
    rig.inSession(session, Rig.call("1"));
    rig.inSession(session, Rig.call("2"));
    var third = rig.inSession(session, Rig.call("3"));
    Rig.refused(third, "429 3 -32000 Too many requests are in flight; try again later");
    assertThat(third.header("Retry-After")).isEqualTo("1");
    assertThat(rig.inSession(other, Rig.call("1")).status).isZero();
    var cancel = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\"}";
    assertThat(rig.inSession(session, cancel).status).isEqualTo(202);
    talk.reply("1").nothing();
    assertThat(rig.inSession(session, Rig.call("4")).status).isZero();
  }

  @Test
  void requestsInAllAreBounded() {
    rig.of(StreamBounds.DEFAULT.withInFlight(1, 10));
    var session = rig.open();
    rig.host.holds = true;
    rig.inSession(session, Rig.call("1"));
    assertThat(rig.inSession(session, Rig.call("2")).status).isEqualTo(429);
    assertThat(rig.post(Rig.INITIALIZE).status).isEqualTo(429);
    assertThat(rig.host.talks).hasSize(1);
    rig.host.talks.getFirst().reply("1").nothing();
    assertThat(rig.http.inFlight()).isZero();
  }

  @Test
  void aClientThatLeftBeforeItsSessionWasOpenLeavesNone() {
    rig.of(StreamBounds.DEFAULT.withSessions(1, 1));
    var response = new FakeResponse();
    response.leave();
    rig.send(
        response, "POST", Rig.INITIALIZE, "Content-Type", "application/json", "Accept", Rig.BOTH);
    assertThat(rig.host.last().closed).isTrue();
    assertThat(rig.post(Rig.INITIALIZE).status).isEqualTo(200);
  }

  @Test
  @DisplayName("P28: with equal ids everywhere, nothing that one client sends touches the other")
  void twoClientsNeverMeet() {
    var a = rig.open();
    var talkA = rig.host.last();
    var b = rig.open();
    var talkB = rig.host.last();
    rig.host.holds = true;
    var listenA = rig.get(a);
    var listenB = rig.get(b);
    var callA = rig.inSession(a, Rig.call("1"));
    var callB = rig.inSession(b, Rig.call("1"));

    var cancel =
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}";
    rig.inSession(b, cancel);
    rig.inSession(b, "{\"jsonrpc\":\"2.0\",\"id\":\"q\",\"result\":{}}");
    assertThat(talkA.heard).hasSize(2);
    assertThat(talkB.heard).contains(cancel);

    talkA.client.tell(FakeHost.bytes("\"for a\""));
    talkA.reply("1").tell(FakeHost.bytes("\"a's\""));
    assertThat(listenB.data()).isEmpty();
    assertThat(callB.streams).isFalse();
    // Another session's event id can at most refer to a stream of this session.
    assertThat(rig.get(b, "Last-Event-ID", "1-0").status).isEqualTo(400);

    rig.request("DELETE", "", "Mcp-Session-Id", b);
    assertThat(talkA.closed).isFalse();
    assertThat(listenA.ended).isFalse();
    assertThat(callA.ended).isFalse();
    talkA.reply("1").send(FakeHost.answer(RequestId.of(1), "{}"));
    assertThat(callA.data()).hasSize(2);
    assertThat(callB.body).contains("The session was ended by its client");
  }

  @Test
  @DisplayName("A request that meets the end of its session holds no place afterwards")
  void meetingTheEnd() throws InterruptedException {
    rig.host.holds = true;
    rig.host.revision = "2025-03-26";
    var calls = IntStream.range(1, 200).mapToObj(id -> Rig.call("" + id)).toList();
    var random = new Random(7);
    for (int i = 0; i < 1_000; i++) {
      var session = rig.open();
      int pause = random.nextInt(10_000);
      var isReady = new AtomicBoolean();
      var end =
          Thread.ofPlatform()
              .name("end")
              .start(() -> {
                isReady.set(true);
                for (int spins = pause; spins > 0; spins--) {
                  Thread.onSpinWait();
                }
                rig.request("DELETE", "", "Mcp-Session-Id", session);
              });
      while (!isReady.get()) {
        Thread.onSpinWait();
      }
      rig.inSession(session, calls.toString());
      end.join();
    }
    assertThat(rig.http.inFlight()).isZero();
    assertThat(rig.http.drain().toCompletableFuture()).isDone();
  }

  @Test
  void aRefusedInitializeLeavesNoSession() {
    rig.host.refusesInitialize = true;
    var response = rig.post(Rig.INITIALIZE);
    assertThat(response.status).isEqualTo(200);
    assertThat(response.body).contains("-32602");
    assertThat(response.header("Mcp-Session-Id")).isNull();
    assertThat(rig.host.last().closed).isTrue();
  }

  @Test
  void deleteEndsTheSession() {
    var session = rig.open();
    var listening = rig.get(session);
    rig.host.holds = true;
    var call = rig.inSession(session, Rig.call("1"));
    assertThat(rig.request("DELETE", "", "Mcp-Session-Id", session).status).isEqualTo(204);
    assertThat(rig.host.last().closed).isTrue();
    assertThat(listening.ended).isTrue();
    assertThat(call.body).contains("\"id\":1", "The session was ended by its client");
    assertThat(rig.inSession(session, Rig.call("2")).status).isEqualTo(404);
  }

  @Test
  @DisplayName(
      "CVE-2026-52869: a session serves nobody but the one who opened it, whatever is asked")
  void aSessionBelongsToItsPrincipal() {
    var session = rig.open();
    rig.host.holds = true;
    var call = rig.inSession(session, Rig.call("1"));
    rig.principal = "mallory";
    var not = "Session not found";
    Rig.refused(rig.inSession(session, Rig.call("1")), "404 1 -32000 " + not);
    Rig.refused(
        rig.inSession(session, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}"),
        "404 null -32000 " + not);
    Rig.refused(
        rig.inSession(session, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}"),
        "404 1 -32000 " + not);
    Rig.refused(rig.inSession(session, "[" + Rig.call("1") + "]"), "404 null -32000 " + not);
    Rig.refused(rig.get(session), "404 null -32000 " + not);
    Rig.refused(rig.get(session, "Last-Event-ID", "0-0"), "404 null -32000 " + not);
    Rig.refused(rig.request("DELETE", "", "Mcp-Session-Id", session), "404 null -32000 " + not);
    assertThat(rig.host.talks).hasSize(1);
    assertThat(rig.host.last().heard).hasSize(2);
    rig.principal = "local";
    rig.host.last().reply("1").send(FakeHost.bytes("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}"));
    assertThat(call.status).isEqualTo(200);
  }
}
