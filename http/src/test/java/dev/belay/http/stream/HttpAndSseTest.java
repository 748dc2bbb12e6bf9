package dev.belay.http.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.http.route.Route;
import dev.belay.mcp.envelope.RequestId;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("HTTP+SSE of 2024-11-05: one stream to read, one URL to post to")
final class HttpAndSseTest {
  private static final String ANSWER = "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"ok\":true}}";

  private final Rig rig = new Rig();

  private FakeResponse at(
      Route route,
      String method,
      String path,
      @Nullable String query,
      String body,
      String... headers) {
    var response = new FakeResponse();
    try {
      route.handle(rig.made(method, path, query, body, headers), response);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    return response;
  }

  private FakeResponse connect() {
    return at(rig.http.stream(), "GET", "/sse", null, "", "Accept", "text/event-stream");
  }

  private static String query(FakeResponse stream) {
    var endpoint = stream.data().getFirst();
    assertThat(endpoint).startsWith("/messages?sessionId=");
    return endpoint.substring("/messages?".length());
  }

  private FakeResponse post(@Nullable String query, String body) {
    return at(
        rig.http.messages(), "POST", "/messages", query, body, "Content-Type", "application/json");
  }

  @Test
  void theFirstEventSaysWhereToPost() {
    var stream = connect();
    assertThat(stream.header("Content-Type")).isEqualTo("text/event-stream");
    assertThat(stream.events).hasSize(1);
    assertThat(stream.events.getFirst().name()).isEqualTo("endpoint");
    assertThat(stream.events.getFirst().id()).isNull();
    assertThat(query(stream)).matches("sessionId=[\\x21-\\x7e]{32}");
  }

  @Test
  void messagesArePostedAndAnswersComeOnTheStream() {
    var stream = connect();
    var posted = post(query(stream), Rig.call("1"));
    assertThat(posted.status).isEqualTo(202);
    assertThat(posted.body).isEmpty();
    assertThat(stream.events.getLast())
        .isEqualTo(new FakeResponse.Event(null, "message", ANSWER, -1));
    assertThat(post("a=b&" + query(stream), Rig.call("1")).status).isEqualTo(202);
    assertThat(rig.http.inFlight()).isZero();
  }

  @Test
  void notificationsAndAnswersAre202AndReachTheConversation() {
    var query = query(connect());
    for (var body :
        List.of(
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}",
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}")) {
      assertThat(post(query, body).status).isEqualTo(202);
      assertThat(rig.host.last().heard).endsWith(body);
    }
  }

  @Test
  void whatBelongsToARequestAndWhatDoesNotComeOnTheStream() {
    var stream = connect();
    rig.host.holds = true;
    post(query(stream), Rig.call("1"));
    var talk = rig.host.last();
    assertThat(talk.client.tell(FakeHost.bytes("\"a\""))).isTrue();
    assertThat(talk.reply("1").tell(FakeHost.bytes("\"b\""))).isTrue();
    talk.reply("1").progress("p", FakeHost.bytes("\"c\""));
    stream.unsent = HeldProgress.LITTLE + 1;
    talk.reply("1").progress("p", FakeHost.bytes("\"d\""));
    talk.reply("1").progress("p", FakeHost.bytes("\"e\""));
    assertThat(stream.data()).endsWith("\"a\"", "\"b\"", "\"c\"");
    stream.unsent = 0;
    rig.time.advance(Duration.ofSeconds(1));
    assertThat(stream.data()).endsWith("\"c\"", "\"e\"");
    talk.reply("1").nothing();
    assertThat(talk.reply("1").tell(FakeHost.bytes("\"f\""))).isFalse();
    talk.reply("1").progress("p", FakeHost.bytes("\"f\""));
    assertThat(stream.data()).endsWith("\"e\"");
    assertThat(stream.ended).isFalse();
  }

  @Test
  void withoutASessionItIs400AndWithAnUnknownOne404() {
    var missing = post(null, Rig.call("1"));
    Rig.refused(missing, "400 null -32000 Bad request: the sessionId parameter is missing");
    assertThat(post("a=b", Rig.call("1")).status).isEqualTo(400);
    var unknown = post("sessionId=nobody", Rig.call("1"));
    assertThat(unknown.status).isEqualTo(404);
    assertThat(unknown.body).contains("-32000", "Session not found");
  }

  @Test
  @DisplayName("CVE-2026-52869: nobody posts to a stream that somebody else reads")
  void aStreamBelongsToItsPrincipal() {
    var query = query(connect());
    rig.principal = "mallory";
    assertThat(post(query, Rig.call("1")).status).isEqualTo(404);
    assertThat(rig.host.last().heard).isEmpty();
  }

  @Test
  void badBodiesAreRefused() {
    var query = query(connect());
    assertThat(post(query, "{").body).contains("-32700");
    assertThat(post(query, "[" + Rig.call("1") + "]").status).isEqualTo(400);
    assertThat(
            at(rig.http.messages(), "POST", "/messages", query, "", "Content-Type", "text/plain")
                .status)
        .isEqualTo(415);
    assertThat(
            at(
                    rig.http.messages(),
                    "POST",
                    "/messages",
                    query,
                    "{}",
                    "Content-Type",
                    "application/json",
                    "Content-Encoding",
                    "br")
                .status)
        .isEqualTo(415);
    assertThat(rig.host.last().heard).isEmpty();
  }

  @Test
  void otherMethodsAre405() {
    var posted = at(rig.http.stream(), "POST", "/sse", null, "{}");
    assertThat(posted.status).isEqualTo(405);
    assertThat(posted.header("Allow")).isEqualTo("GET");
    var got = at(rig.http.messages(), "GET", "/messages", "sessionId=x", "");
    assertThat(got.status).isEqualTo(405);
    assertThat(got.header("Allow")).isEqualTo("POST");
  }

  @Test
  @DisplayName("S4-1, C25: a GET that wants no events gets the server's info")
  void infoForWhoeverJustLooks() {
    assertThat(at(rig.http.stream(), "GET", "/sse", null, "").body)
        .isEqualTo("{\"name\":\"belay\",\"version\":\"0.1.0\",\"protocolVersion\":\"2025-11-25\"}");
  }

  @Test
  void theEndOfTheStreamIsTheEndOfTheConversation() {
    rig.of(StreamBounds.DEFAULT.withSessions(1, 1));
    var stream = connect();
    var query = query(stream);
    rig.host.holds = true;
    post(query, Rig.call("1"));
    assertThat(connect().status).isEqualTo(429);
    stream.leave();
    assertThat(rig.host.last().closed).isTrue();
    assertThat(rig.http.inFlight()).isZero();
    assertThat(post(query, Rig.call("2")).status).isEqualTo(404);
    assertThat(connect().status).isEqualTo(200);
  }

  @Test
  void requestsAreBoundedPerClientAndInAll() {
    rig.of(StreamBounds.DEFAULT.withInFlight(4, 1));
    rig.host.holds = true;
    var a = query(connect());
    var b = query(connect());
    var c = query(connect());
    assertThat(post(a, Rig.call("1")).status).isEqualTo(202);
    assertThat(post(a, Rig.call("2")).status).isEqualTo(429);
    assertThat(post(b, Rig.call("1")).status).isEqualTo(202);
    var refused = post(c, Rig.call("1"));
    assertThat(refused.status).isEqualTo(429);
    assertThat(refused.header("Retry-After")).isEqualTo("1");
    assertThat(refused.body).contains("\"id\":1", "-32000");
  }

  @Test
  @DisplayName("S0-35, C6: HTTP gives up 30 s after the call's own limit, with an answer")
  void httpGivesUpAfterTheCallsOwnLimit() {
    rig.host.holds = true;
    var stream = connect();
    post(query(stream), Rig.call("1"));
    rig.time.advance(Duration.ofMinutes(1));
    rig.host.last().reply("1").runs(Duration.ofSeconds(10));
    rig.time.advance(Duration.ofSeconds(39));
    assertThat(stream.data()).hasSize(1);
    rig.time.advance(Duration.ofSeconds(2));
    assertThat(stream.data().getLast())
        .contains("\"id\":1", "-32000", "No answer within the limit of the call and 30s");
    assertThat(rig.host.last().left).containsExactly(RequestId.of(1));
    rig.host.last().reply("1").send(FakeHost.bytes("late"));
    assertThat(stream.data()).hasSize(2);
  }

  @Test
  @DisplayName("P25: at the end nothing new is taken, and every request gets a final message")
  void theEnd() {
    rig.host.holds = true;
    var stream = connect();
    var query = query(stream);
    post(query, Rig.call("1"));
    var _ = rig.http.drain();
    assertThat(connect().status).isEqualTo(503);
    assertThat(post(query, Rig.call("2")).status).isEqualTo(503);
    rig.http.close();
    assertThat(stream.data().getLast()).contains("\"id\":1", "Belay is shutting down");
    assertThat(stream.ended).isTrue();
    assertThat(rig.host.last().closed).isTrue();
  }

  @Test
  @DisplayName("P28: what one client posts never shows up at another")
  void twoClientsNeverMeet() {
    var a = connect();
    var b = connect();
    post(query(a), Rig.call("1"));
    assertThat(a.data()).hasSize(2);
    assertThat(b.data()).hasSize(1);
  }
}
