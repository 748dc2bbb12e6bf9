package dev.belay.http.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.share.Shares;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.session.ReplyTo;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Longer than other files: one rig, and each way in which a stream can break off and be resumed.
 */
@DisplayName("Sessions over HTTP: streams break off and are taken up again, and none is mixed up")
final class LegacyStreamTest {
  private static final String ANSWER = "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}";

  private final Rig rig = new Rig();
  private String session = "";

  @BeforeEach
  void open() {
    session = rig.open();
    rig.host.holds = true;
  }

  private ReplyTo reply(String id) {
    return rig.host.last().reply(id);
  }

  private void answer(String id) {
    reply(id).send(FakeHost.answer(RequestId.of(Long.parseLong(id)), "{}"));
  }

  private static byte[] message(String text) {
    return FakeHost.bytes("\"" + text + "\"");
  }

  private FakeResponse call(String id) {
    return rig.inSession(session, Rig.call(id));
  }

  private FakeResponse resume(String last) {
    return rig.get(session, "Last-Event-ID", last);
  }

  @Test
  @DisplayName("PEER minor: within 250 ms a stream begins with an id to come back with, and when")
  void aStreamIsPrimed() {
    var response = call("1");
    rig.time.advance(Duration.ofMillis(250));
    assertThat(response.events)
        .containsExactly(
            new FakeResponse.Event("1-0", null, "", -1),
            new FakeResponse.Event(null, null, "", 1000));
    answer("1");
    assertThat(response.events.getLast())
        .isEqualTo(new FakeResponse.Event("1-1", "message", ANSWER, -1));
    assertThat(response.ended).isTrue();
  }

  @Test
  @DisplayName("clients before 2025-11-25 choke on an event without data, and get none")
  void anOlderClientIsNotPrimed() {
    rig.host.revision = "2025-06-18";
    session = rig.open();
    var response = call("1");
    rig.time.advance(Duration.ofSeconds(1));
    assertThat(response.events).isEmpty();
    reply("1").letGo();
    assertThat(response.ended).isFalse();
    answer("1");
    assertThat(response.events)
        .containsExactly(new FakeResponse.Event("1-1", "message", ANSWER, -1));
    assertThat(rig.get(session).events).isEmpty();
  }

  @Test
  @DisplayName("S3-9: a stream let go is fetched by the client, exactly from where it was")
  void aStreamLetGoIsFetched() {
    var first = call("1");
    reply("1").letGo();
    assertThat(first.streams).isTrue();
    assertThat(first.ended).isTrue();
    assertThat(first.events.getLast().retry()).isEqualTo(1000);
    assertThat(reply("1").tell(message("a"))).isTrue();

    var second = resume("1-0");
    assertThat(second.data()).containsExactly("\"a\"");
    answer("1");
    assertThat(second.data()).containsExactly("\"a\"", ANSWER);
    assertThat(second.ended).isTrue();
    assertThat(rig.host.last().left).isEmpty();
  }

  @Test
  void anAnswerThatCameMeanwhileIsFetchedWhole() {
    call("1");
    reply("1").letGo();
    answer("1");
    var second = resume("1-0");
    assertThat(second.data()).containsExactly(ANSWER);
    assertThat(second.ids()).containsExactly("1-1");
    assertThat(second.ended).isTrue();
  }

  @Test
  @DisplayName("C11: a client that leaves may come back for its call within the time to resume")
  void theCallGoesOnWithoutItsClient() {
    var first = call("1");
    reply("1").tell(message("a"));
    reply("1").tell(message("b"));
    first.leave();
    rig.time.advance(Duration.ofSeconds(59));
    assertThat(rig.host.last().left).isEmpty();
    var second = resume("1-1");
    assertThat(second.data()).containsExactly("\"b\"");
    rig.time.advance(Duration.ofMinutes(5));
    assertThat(rig.host.last().left).isEmpty();
    answer("1");
    assertThat(second.data()).containsExactly("\"b\"", ANSWER);
  }

  @Test
  @DisplayName("C11: nobody came back in time: whatever serves the call is told, once")
  void nobodyCameBack() {
    var first = call("1");
    reply("1").tell(message("a"));
    first.leave();
    rig.time.advance(Duration.ofSeconds(62));
    assertThat(rig.host.last().left).containsExactly(RequestId.of(1));
    assertThat(rig.host.last().closed).isFalse();
    assertThat(rig.http.inFlight()).isZero();
    answer("1");
    rig.time.advance(Duration.ofSeconds(62));
    assertThat(rig.host.last().left).hasSize(1);
  }

  @Test
  void aClientThatLeftBeforeAnyEventIsWaitedForAsLong() {
    call("1").leave();
    rig.time.advance(Duration.ofSeconds(59));
    assertThat(rig.host.last().left).isEmpty();
    assertThat(reply("1").tell(message("a"))).isFalse();
    rig.time.advance(Duration.ofSeconds(2));
    assertThat(rig.host.last().left).containsExactly(RequestId.of(1));
  }

  @Test
  void leavingTheStreamThatWasTakenUpAgainCountsAnew() {
    var first = call("1");
    reply("1").tell(message("a"));
    first.leave();
    rig.time.advance(Duration.ofSeconds(50));
    resume("1-1").leave();
    rig.time.advance(Duration.ofSeconds(50));
    assertThat(rig.host.last().left).isEmpty();
    rig.time.advance(Duration.ofSeconds(12));
    assertThat(rig.host.last().left).containsExactly(RequestId.of(1));
  }

  @Test
  void onlyThatStreamIsReplayed() {
    var one = call("1");
    var two = call("2");
    reply("1").tell(message("one"));
    reply("2").tell(message("two"));
    one.leave();
    two.leave();
    reply("1").tell(message("one more"));
    reply("2").tell(message("two more"));
    assertThat(resume("1-1").data()).containsExactly("\"one more\"");
    assertThat(resume("2-0").data()).containsExactly("\"two\"", "\"two more\"");
  }

  @Test
  void whoTakesAStreamUpAgainIsTheOnlyReader() {
    var first = call("1");
    reply("1").tell(message("a"));
    var second = resume("1-1");
    assertThat(first.ended).isTrue();
    reply("1").tell(message("b"));
    assertThat(first.data()).containsExactly("\"a\"");
    assertThat(second.data()).containsExactly("\"b\"");
  }

  @Test
  void idsAreUniqueInTheirSession() {
    var all = new HashSet<String>();
    var listening = rig.get(session);
    var one = call("1");
    var two = call("2");
    for (int i = 0; i < 5; i++) {
      reply("1").tell(message("1"));
      reply("2").tell(message("2"));
      rig.host.last().client.tell(message("3"));
    }
    int count = 0;
    for (var response : List.of(listening, one, two)) {
      count += response.ids().size();
      all.addAll(response.ids());
    }
    assertThat(all).hasSize(count).hasSize(18);
  }

  @Test
  void anIdThatTheSessionNeverGaveIs400() {
    call("1");
    reply("1").tell(message("a"));
    for (var id :
        List.of(
            "1-2",
            "2-0",
            "9-1",
            "x",
            "",
            "-",
            "1-",
            "1-1-1",
            "-1-1",
            "1-+1",
            "99999999999999999999-1")) {
      var response = resume(id);
      assertThat(response.status).describedAs(id).isEqualTo(400);
      assertThat(response.body)
          .contains("-32000", "Bad request: no event of this session has that Last-Event-ID");
    }
  }

  @Test
  void afterTheLastEventThereIsNothingToComeBackFor() {
    var response = call("1");
    reply("1").tell(message("a"));
    answer("1");
    assertThat(response.ids()).endsWith("1-2");
    assertThat(resume("1-2").status).isEqualTo(204);
    rig.time.advance(Duration.ofSeconds(62));
    assertThat(resume("1-1").status).isEqualTo(204);
  }

  @Test
  void aRequestTakenBackEndsItsStreamWithoutAnAnswer() {
    var plain = call("1");
    reply("1").nothing();
    assertThat(plain.streams).isTrue();
    assertThat(plain.ended).isTrue();
    assertThat(plain.events).isEmpty();
    var streaming = call("2");
    reply("2").tell(message("a"));
    reply("2").nothing();
    assertThat(streaming.ended).isTrue();
    assertThat(streaming.data()).containsExactly("\"a\"");
    assertThat(rig.http.inFlight()).isZero();
  }

  @Test
  void oneStreamASessionForWhatBelongsToNoRequest() {
    assertThat(rig.host.last().client.tell(message("lost"))).isFalse();
    var first = rig.get(session);
    assertThat(first.header("Content-Type")).isEqualTo("text/event-stream");
    assertThat(first.ids()).containsExactly("0-0");
    assertThat(rig.host.last().client.tell(message("a"))).isTrue();
    assertThat(first.data()).containsExactly("\"a\"");

    var second = rig.get(session);
    assertThat(second.status).isEqualTo(409);
    assertThat(second.body).contains("-32000", "Conflict: the session has a GET stream already");

    first.leave();
    assertThat(rig.host.last().client.tell(message("b"))).isTrue();
    var third = resume("0-1");
    assertThat(third.data()).containsExactly("\"b\"");
    third.leave();
    rig.time.advance(Duration.ofSeconds(61));
    assertThat(rig.host.last().client.tell(message("c"))).isFalse();
    assertThat(rig.get(session).status).isEqualTo(200);
  }

  @Test
  void theLogIsBoundedByCountAndTheNewestIsKept() {
    rig.of(StreamBounds.DEFAULT.withLog(3, 1 << 20));
    session = rig.open();
    call("1").leave();
    call("2");
    for (int i = 1; i <= 9; i++) {
      reply("2").tell(message("m" + i));
    }
    assertThat(resume("1-0").data()).containsExactly("\"m7\"", "\"m8\"", "\"m9\"");
  }

  @Test
  void theLogIsBoundedByBytesAndALargeAnswerIsKeptAlone() {
    rig.of(StreamBounds.DEFAULT.withLog(100, 500));
    session = rig.open();
    call("1");
    reply("1").tell(message("a".repeat(100)));
    reply("1").tell(message("b".repeat(100)));
    reply("1").tell(message("c".repeat(5000)));
    assertThat(resume("1-0").data()).containsExactly("\"" + "c".repeat(5000) + "\"");
  }

  private static String notKept(String id) {
    return "{\"jsonrpc\":\"2.0\",\"id\":"
        + id
        + ",\"error\":{\"code\":-32000,\"message\":\"The answer was sent, or came while the client"
        + " was away, and there was no room to keep it\"}}";
  }

  private void answerAtLength(String id, int length) {
    reply(id)
        .send(FakeHost.answer(RequestId.of(Long.parseLong(id)), "\"" + "x".repeat(length) + "\""));
  }

  @Test
  @DisplayName("SEC-H1: an answer that finds no room to be kept is told as an error, and the end")
  void anAnswerThatIsNotKeptIsToldAsAnError() {
    rig.memory = new Shares(64 << 10);
    rig.of(StreamBounds.DEFAULT);
    session = rig.open();
    call("1");
    reply("1").letGo();
    answerAtLength("1", 100_000);
    for (int time = 0; time < 2; time++) {
      var second = resume("1-0");
      assertThat(second.data()).containsExactly(notKept("1"));
      assertThat(second.ids()).containsExactly("1-1");
      assertThat(second.ended).isTrue();
    }
    assertThat(resume("1-1").status).isEqualTo(204);
  }

  @Test
  @DisplayName("SEC-H1: an answer that gave way to newer events is told as an error")
  void anAnswerThatGaveWayIsToldAsAnError() {
    rig.of(StreamBounds.DEFAULT.withLog(3, 1 << 20));
    session = rig.open();
    call("1");
    reply("1").tell(message("a"));
    reply("1").letGo();
    answer("1");
    call("2");
    for (int i = 1; i <= 3; i++) {
      reply("2").tell(message("m" + i));
    }
    assertThat(resume("1-1").data()).containsExactly(notKept("1"));
    assertThat(resume("2-0").data()).containsExactly("\"m1\"", "\"m2\"", "\"m3\"");
  }

  @Test
  @DisplayName("SEC-H1: in a batch each answer that is not kept is told as an error, in its turn")
  void aBatchIsToldInItsOrder() {
    rig.host.revision = "2025-03-26";
    rig.memory = new Shares(64 << 10);
    rig.of(StreamBounds.DEFAULT);
    session = rig.open();
    rig.inSession(session, "[" + Rig.call("1") + "," + Rig.call("2") + "," + Rig.call("3") + "]");
    answerAtLength("1", 100_000);
    reply("2").tell(message("a"));
    answer("3");
    answerAtLength("2", 100_000);
    assertThat(resume("1-0").data())
        .containsExactly(notKept("1"), "\"a\"", ANSWER.replace(":1,", ":3,"), notKept("2"));
  }

  @Test
  @DisplayName("SEC-H1: what has no room even in an empty log drops nothing of it")
  void whatIsNotKeptDropsNothing() {
    rig.memory = new Shares(64 << 10);
    rig.of(StreamBounds.DEFAULT);
    session = rig.open();
    call("1");
    call("2");
    reply("1").letGo();
    reply("2").tell(message("a"));
    answerAtLength("1", 100_000);
    assertThat(resume("2-0").data()).containsExactly("\"a\"");
  }

  @Test
  void progressThatNobodyReadsIsReplacedByNewer() {
    var first = call("1");
    reply("1").progress("a", message("1"));
    first.leave();
    reply("1").progress("a", message("2"));
    reply("1").progress("a", message("3"));
    var second = resume("1-1");
    assertThat(second.data()).containsExactly("\"3\"");
    second.unsent = HeldProgress.LITTLE + 1;
    reply("1").progress("a", message("4"));
    reply("1").progress("a", message("5"));
    second.unsent = 0;
    rig.time.advance(Duration.ofSeconds(1));
    assertThat(second.data()).containsExactly("\"3\"", "\"5\"");
  }

  @Test
  @DisplayName("S0-35, C6: HTTP gives up 30 s after the call's own limit, with an answer")
  void httpGivesUpAfterTheCallsOwnLimit() {
    var response = call("1");
    rig.time.advance(Duration.ofMinutes(1));
    reply("1").runs(Duration.ofSeconds(10));
    rig.time.advance(Duration.ofSeconds(39));
    assertThat(response.ended).isFalse();
    rig.time.advance(Duration.ofSeconds(2));
    assertThat(response.data())
        .containsExactly(
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32000,"
                + "\"message\":\"No answer within the limit of the call and 30s\"}}");
    assertThat(rig.host.last().left).containsExactly(RequestId.of(1));
  }

  @Test
  void aSlowInitializeNamesItsSessionInTheHeadersOfItsStream() {
    rig.host.holdsInitialize = true;
    var response = rig.post(Rig.INITIALIZE);
    rig.time.advance(Duration.ofSeconds(1));
    var slow = response.header("Mcp-Session-Id");
    assertThat(slow).isNotNull();
    reply("0").send(FakeHost.answer(RequestId.of(0), "{\"protocolVersion\":\"2025-11-25\"}"));
    assertThat(response.data()).hasSize(1);
    session = Objects.requireNonNull(slow);
    call("1");
    answer("1");
    assertThat(rig.host.talks).hasSize(2);
  }

  @Test
  void aSlowInitializeThatFailsEndsItsSession() {
    rig.host.holdsInitialize = true;
    var response = rig.post(Rig.INITIALIZE);
    rig.time.advance(Duration.ofSeconds(1));
    reply("0").nothing();
    assertThat(response.ended).isTrue();
    assertThat(rig.host.last().closed).isTrue();
    session = Objects.requireNonNull(response.header("Mcp-Session-Id"));
    assertThat(call("1").status).isEqualTo(404);
  }

  @Test
  @DisplayName("P25: at the end nothing new is taken, and every stream gets a final message")
  void theEnd() {
    var listening = rig.get(session);
    var waiting = call("1");
    var streaming = call("2");
    reply("2").tell(message("a"));
    var _ = rig.http.drain();
    assertThat(call("3").status).isEqualTo(503);
    assertThat(rig.post(Rig.INITIALIZE).status).isEqualTo(503);
    assertThat(rig.get(session).status).isEqualTo(503);
    assertThat(
            rig.inSession(session, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\"}")
                .status)
        .isEqualTo(202);
    rig.http.close();
    assertThat(waiting.body)
        .isEqualTo(
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32000,"
                + "\"message\":\"Belay is shutting down\"}}");
    assertThat(streaming.data().getLast()).contains("\"id\":2", "Belay is shutting down");
    assertThat(streaming.ended).isTrue();
    assertThat(listening.ended).isTrue();
    assertThat(rig.host.last().closed).isTrue();
  }
}
