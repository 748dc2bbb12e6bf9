package dev.belay.http.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.mcp.envelope.RequestId;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Batches over HTTP: slow answers, and none")
final class BatchTest {
  private final Rig rig = new Rig();

  private String open() {
    rig.host.revision = "2025-03-26";
    return rig.open();
  }

  @Test
  void slowAnswersComeOneByOneOnAStream() {
    var session = open();
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
  void aMemberTakenBackHasNoAnswer() {
    var session = open();
    rig.host.holds = true;
    var response = rig.inSession(session, "[" + Rig.call("1") + "," + Rig.call("2") + "]");
    rig.host.last().reply("1").nothing();
    rig.host.last().reply("2").send(FakeHost.answer(RequestId.of(2), "{}"));
    assertThat(response.body).isEqualTo("[{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}]");
  }

  @Test
  @DisplayName("C11: whoever does not come back is told of for each request")
  void nobodyCameBack() {
    var session = open();
    rig.host.holds = true;
    rig.inSession(session, "[" + Rig.call("1") + "," + Rig.call("2") + "]").leave();
    rig.time.advance(Duration.ofSeconds(62));
    assertThat(rig.host.last().left).containsExactly(RequestId.of(1), RequestId.of(2));
  }
}
