package dev.belay.http.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.mcp.envelope.RequestId;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("2026-07-28 over HTTP: plain JSON at once, else a stream that always ends in words")
final class ModernStreamTest {
  private static final byte[] PROGRESS = FakeHost.notification("notifications/progress", null);
  private static final String PROGRESS_TEXT =
      "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\"}";

  private final Rig rig = new Rig();

  @BeforeEach
  void hold() {
    rig.host.holds = true;
  }

  private void answer(String id) {
    rig.host.last().reply(id).send(FakeHost.answer(RequestId.of(Long.parseLong(id)), "{}"));
  }

  @Test
  void anAnswerWithinTheFirstMomentsIsPlain() {
    var response = rig.modern("1", "t");
    rig.time.advance(Duration.ofMillis(180));
    answer("1");
    assertThat(response.streams).isFalse();
    assertThat(response.body).isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}");
  }

  @Test
  @DisplayName(
      "PEER minor: the headers of a stream are out within 250 ms of a call that still runs")
  void aCallStillRunningGetsAStreamSoon() {
    var response = rig.modern("1", "t");
    rig.time.advance(Duration.ofMillis(250));
    assertThat(response.streams).isTrue();
    assertThat(response.header("Content-Type")).isEqualTo("text/event-stream");
    assertThat(response.header("Cache-Control")).isEqualTo("no-cache, no-transform");
    assertThat(response.header("X-Accel-Buffering")).isEqualTo("no");
    answer("1");
    assertThat(response.events)
        .containsExactly(
            new FakeResponse.Event(
                null, "message", "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}", -1));
    assertThat(response.ended).isTrue();
    assertThat(rig.host.last().closed).isTrue();
  }

  @Test
  void whatBelongsToTheRequestComesBeforeItsAnswerAndWithoutIds() {
    var response = rig.modern("1", "t");
    assertThat(rig.host.last().reply("1").tell(PROGRESS)).isTrue();
    rig.host.last().reply("1").progress("a", PROGRESS);
    answer("1");
    assertThat(response.data())
        .containsExactly(
            PROGRESS_TEXT, PROGRESS_TEXT, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}");
    assertThat(response.ids()).isEmpty();
    assertThat(rig.host.last().reply("1").tell(PROGRESS)).isFalse();
  }

  @Test
  @DisplayName("P8, C11: a client that leaves cancels its call at once")
  void leavingCancelsAtOnce() {
    var before = rig.modern("1", "t");
    before.leave();
    assertThat(rig.host.last().left).containsExactly(RequestId.of(1));
    assertThat(rig.host.last().closed).isTrue();

    var streaming = rig.modern("2", "t");
    rig.time.advance(Duration.ofSeconds(2));
    streaming.leave();
    assertThat(rig.host.last().left).containsExactly(RequestId.of(2));
    assertThat(rig.host.last().closed).isTrue();
    assertThat(rig.http.inFlight()).isZero();
    answer("2");
    assertThat(streaming.data()).isEmpty();
  }

  @Test
  void aClientThatLeftBeforeItsRequestWasReadIsSeenToo() {
    var response = new FakeResponse();
    response.leave();
    rig.send(response, "POST", Rig.modernCall("1", "t"), Rig.modernHeaders("t"));
    assertThat(rig.host.last().left).containsExactly(RequestId.of(1));
  }

  @Test
  void leavingAfterTheAnswerChangesNothing() {
    var response = rig.modern("1", "t");
    answer("1");
    response.leave();
    assertThat(rig.host.last().left).isEmpty();
  }

  @Test
  void aRequestTakenBackEndsItsStreamWithoutAnAnswer() {
    var response = rig.modern("1", "t");
    rig.host.last().reply("1").nothing();
    assertThat(response.streams).isTrue();
    assertThat(response.ended).isTrue();
    assertThat(response.events).isEmpty();
    assertThat(rig.host.last().closed).isTrue();
    assertThat(rig.http.inFlight()).isZero();
  }

  @Test
  void aSlowReaderGetsOnlyTheNewestProgressOfEachAuthor() {
    var response = rig.modern("1", "t");
    var reply = rig.host.last().reply("1");
    reply.progress("a", FakeHost.bytes("1"));
    response.unsent = HeldProgress.LITTLE + 1;
    reply.progress("a", FakeHost.bytes("2"));
    reply.progress("b", FakeHost.bytes("3"));
    reply.progress("a", FakeHost.bytes("4"));
    assertThat(response.data()).containsExactly("1");
    response.unsent = 0;
    rig.time.advance(Duration.ofSeconds(1));
    assertThat(response.data()).containsExactly("1", "4", "3");
  }

  @Test
  void heldProgressComesBeforeTheAnswer() {
    var response = rig.modern("1", "t");
    response.unsent = HeldProgress.LITTLE + 1;
    rig.host.last().reply("1").progress("a", FakeHost.bytes("2"));
    answer("1");
    assertThat(response.data())
        .containsExactly("2", "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}");
  }

  @Test
  @DisplayName(
      "S0-35, C6: HTTP gives up 30 s after the call's own limit, however long it waited to run")
  void httpGivesUpAfterTheCallsOwnLimit() {
    var response = rig.modern("1", "t");
    rig.time.advance(Duration.ofMinutes(5));
    rig.host.last().reply("1").runs(Duration.ofSeconds(10));
    rig.time.advance(Duration.ofSeconds(39));
    assertThat(response.ended).isFalse();
    rig.time.advance(Duration.ofSeconds(2));
    assertThat(response.data())
        .containsExactly(
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":504,"
                + "\"message\":\"No answer within the limit of the call and 30s\"}}");
    assertThat(response.ended).isTrue();
    assertThat(rig.host.last().left).containsExactly(RequestId.of(1));
    assertThat(rig.host.last().closed).isTrue();
  }

  @Test
  @DisplayName("S0-35, C6: an unbounded call has no limit in HTTP either")
  void anUnboundedCallHasNoLimit() {
    var response = rig.modern("1", "t");
    rig.host.last().reply("1").runs(Duration.ZERO);
    rig.time.advance(Duration.ofDays(1));
    assertThat(response.ended).isFalse();
    answer("1");
    assertThat(response.data()).hasSize(1);
    rig.time.advance(Duration.ofSeconds(1));
    assertThat(rig.time.armedTimers()).isZero();
  }

  @Test
  @DisplayName("P25: at the end nothing new is taken, and every stream gets a final message")
  void theEnd() {
    var waiting = rig.modern("1", "t");
    var streaming = rig.modern("2", "t");
    rig.host.last().reply("2").tell(PROGRESS);
    var drained = rig.http.drain().toCompletableFuture();
    var late = rig.modern("3", "t");
    Rig.refused(late, "503 3 503 Belay is shutting down");
    assertThat(late.header("Retry-After")).isEqualTo("5");
    assertThat(drained).isNotDone();
    rig.http.close();
    assertThat(drained).isDone();
    assertThat(waiting.body).contains("\"id\":1", "\"code\":503", "Belay is shutting down");
    assertThat(streaming.data().getLast())
        .contains("\"id\":2", "\"code\":503", "Belay is shutting down");
    assertThat(streaming.ended).isTrue();
    assertThat(rig.host.talks).allSatisfy(talk -> assertThat(talk.closed).isTrue());
  }

  @Test
  void drainingIsOverWhenTheLastRequestIsAnswered() {
    var response = rig.modern("1", "t");
    var drained = rig.http.drain().toCompletableFuture();
    answer("1");
    assertThat(drained).isDone();
    assertThat(response.body).contains("\"result\"");
    assertThat(new Rig().http.drain().toCompletableFuture()).isDone();
  }

  @Test
  @DisplayName("P23: more requests than the bound are refused with 429 and Retry-After")
  void tooManyAre429() {
    rig.of(StreamBounds.DEFAULT.withInFlight(4, 4));
    rig.modern("1", "t");
    rig.modern("2", "t");
    var third = rig.modern("3", "t");
    Rig.refused(third, "429 3 429 Too many requests are in flight; try again later");
    assertThat(third.header("Retry-After")).isEqualTo("1");
    rig.host.talks.get(1).reply("2").send(FakeHost.answer(RequestId.of(2), "{}"));
    assertThat(rig.modern("4", "t").status).isZero();
  }

  @Test
  @DisplayName("P23: without sessions, one principal at one address has a session's bound")
  void oneCallerHasTheBoundOfASession() {
    rig.of(StreamBounds.DEFAULT.withInFlight(100, 2));
    rig.modern("1", "t");
    var leaving = rig.modern("2", "t");
    var third = rig.modern("3", "t");
    assertThat(third.status).isEqualTo(429);
    assertThat(third.header("Retry-After")).isEqualTo("1");
    assertThat(third.body).contains("\"id\":3", "\"code\":429", "Too many requests are in flight");
    assertThat(rig.host.last().closed).isTrue();

    rig.principal = "other";
    assertThat(rig.modern("4", "t").status).isZero();
    rig.principal = "local";
    rig.peer = "::1";
    assertThat(rig.modern("5", "t").status).isZero();

    rig.peer = "127.0.0.1";
    leaving.leave();
    assertThat(rig.modern("6", "t").status).as("room for one").isZero();
    answer("6");
    assertThat(rig.modern("7", "t").status).as("room again").isZero();
    assertThat(rig.modern("8", "t").status).isEqualTo(429);
  }

  @Test
  @DisplayName("A request that is turned down takes nobody's room")
  void whatIsTurnedDownTakesNoRoom() {
    rig.of(StreamBounds.DEFAULT.withInFlight(1, 2));
    rig.modern("1", "t");
    for (int i = 2; i < 6; i++) {
      assertThat(rig.modern(Integer.toString(i), "t").status).isEqualTo(429);
    }
    answer("1");
    assertThat(rig.modern("6", "t").status).isZero();
  }

  @Test
  @DisplayName("-32021 is 400 at once; where a stream has begun it ends that, whose status is 200")
  void aMissingCapabilityIs400UnlessAStreamHasBegun() {
    var error =
        "{\"jsonrpc\":\"2.0\",\"id\":%s,\"error\":{\"code\":-32021,\"message\":\"m\","
            + "\"data\":{\"requiredCapabilities\":{\"elicitation\":{}}}}}";
    var atOnce = rig.modern("1", "t");
    rig.host.last().reply("1").send(FakeHost.bytes(error.formatted("1")));
    assertThat(atOnce.status).isEqualTo(400);
    assertThat(atOnce.body).isEqualTo(error.formatted("1"));

    var late = rig.modern("2", "t");
    rig.time.advance(Duration.ofSeconds(1));
    rig.host.last().reply("2").send(FakeHost.bytes(error.formatted("2")));
    assertThat(late.streams).isTrue();
    assertThat(late.data()).containsExactly(error.formatted("2"));
    assertThat(late.ended).isTrue();
  }

  @Test
  @DisplayName("P28: clients with equal ids never get each other's answers")
  void equalIdsStayApart() {
    var one = rig.modern("0", "t");
    var oneTalk = rig.host.last();
    var other = rig.modern("0", "t");
    var otherTalk = rig.host.last();
    assertThat(oneTalk.client.id()).isNotEqualTo(otherTalk.client.id());
    otherTalk.reply("0").send(FakeHost.answer(RequestId.of(0), "{\"for\":\"other\"}"));
    assertThat(one.ended).isFalse();
    one.leave();
    assertThat(otherTalk.left).isEmpty();
    assertThat(other.body).contains("other");
    assertThat(oneTalk.client.tell(PROGRESS)).isFalse();
  }
}
