package dev.belay.http.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.mcp.envelope.RequestId;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Batches over HTTP: for sessions of 2025-03-26, and for no others")
final class BatchTest {
  private static final String NOTIFICATION = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\"}";

  private final Rig rig = new Rig();

  private String open(String revision) {
    rig.host.revision = revision;
    return rig.open();
  }

  @Test
  void otherRevisionsHaveNone() {
    for (var revision : new String[] {"2025-11-25", "2025-06-18", "2024-11-05"}) {
      var response = rig.inSession(open(revision), "[" + Rig.call("1") + "]");
      assertThat(response.status).isEqualTo(400);
      assertThat(response.body)
          .isEqualTo(
              "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32600,"
                  + "\"message\":\"Invalid request: a batch, which only 2025-03-26 has\"}}");
    }
    assertThat(rig.post("[" + Rig.call("1") + "]").status).isEqualTo(400);
    assertThat(rig.inSession("nobody", "[" + Rig.call("1") + "]").status).isEqualTo(404);
  }

  @Test
  void quickAnswersComeInOneArray() {
    var session = open("2025-03-26");
    var response =
        rig.inSession(
            session, " [" + Rig.call("1") + "," + NOTIFICATION + "," + Rig.call("2") + "]");
    assertThat(response.status).isEqualTo(200);
    assertThat(response.body)
        .isEqualTo(
            "[{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"ok\":true}},"
                + "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"ok\":true}}]");
    assertThat(rig.host.last().heard).contains(NOTIFICATION);
    assertThat(rig.http.inFlight()).isZero();
  }

  @Test
  void slowAnswersComeOneByOneOnAStream() {
    var session = open("2025-03-26");
    rig.host.holds = true;
    var response = rig.inSession(session, "[" + Rig.call("1") + "," + Rig.call("2") + "]");
    rig.host.last().reply("2").send(FakeHost.answer(RequestId.of(2), "{}"));
    rig.time.advance(Duration.ofSeconds(1));
    assertThat(response.data()).containsExactly("{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}");
    assertThat(response.ended).isFalse();
    rig.host.last().reply("1").send(FakeHost.answer(RequestId.of(1), "{}"));
    assertThat(response.data()).hasSize(2);
    assertThat(response.ended).isTrue();
  }

  @Test
  void whatIsNoMessageIsAnsweredAmongTheRest() {
    var session = open("2025-03-26");
    var response = rig.inSession(session, "[{\"id\":9}," + Rig.call("1") + "]");
    assertThat(response.body).contains("-32600", "\"id\":9", "\"id\":1,\"result\"");
    var only = rig.inSession(session, "[1]");
    assertThat(only.status).isEqualTo(400);
    assertThat(only.body).startsWith("[{").contains("-32600");
  }

  @Test
  void onlyNotificationsAre202() {
    assertThat(
            rig.inSession(
                    open("2025-03-26"),
                    "[" + NOTIFICATION + ",{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}]")
                .status)
        .isEqualTo(202);
  }

  @Test
  void emptyBrokenAndInitializingBatchesAre400() {
    var session = open("2025-03-26");
    assertThat(rig.inSession(session, "[]").body).contains("-32600", "an empty batch");
    assertThat(rig.inSession(session, "[" + Rig.call("1")).body).contains("-32700");
    assertThat(rig.inSession(session, "[" + Rig.INITIALIZE + "]").body)
        .contains("-32600", "Invalid request: initialize must not be in a batch");
  }

  @Test
  void aMemberTakenBackHasNoAnswer() {
    var session = open("2025-03-26");
    rig.host.holds = true;
    var response = rig.inSession(session, "[" + Rig.call("1") + "," + Rig.call("2") + "]");
    rig.host.last().reply("1").nothing();
    rig.host.last().reply("2").send(FakeHost.answer(RequestId.of(2), "{}"));
    assertThat(response.body).isEqualTo("[{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}]");
  }

  @Test
  @DisplayName("C11: whoever does not come back is told of for each request")
  void nobodyCameBack() {
    var session = open("2025-03-26");
    rig.host.holds = true;
    rig.inSession(session, "[" + Rig.call("1") + "," + Rig.call("2") + "]").leave();
    rig.time.advance(Duration.ofSeconds(62));
    assertThat(rig.host.last().left).containsExactly(RequestId.of(1), RequestId.of(2));
  }
}
