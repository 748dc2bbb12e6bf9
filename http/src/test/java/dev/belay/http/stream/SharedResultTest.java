package dev.belay.http.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.envelope.SharedResult;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A result that others get too is answered as any other")
final class SharedResultTest {
  private static final SharedResult SHARED = SharedResult.of("{\"a\":1}".getBytes(UTF_8));
  private static final String ANSWER = "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"a\":1}}";

  private final Rig rig = new Rig();

  @BeforeEach
  void hold() {
    rig.host.revision = "2025-03-26";
  }

  private void answer(String id) {
    rig.host.last().reply(id).send(RequestId.of(Long.parseLong(id)), SHARED);
  }

  @Test
  void asPlainJson() {
    var session = rig.open();
    rig.host.holds = true;
    var legacy = rig.inSession(session, Rig.call("1"));
    answer("1");
    assertThat(legacy.status).isEqualTo(200);
    assertThat(legacy.header("Content-Type")).isEqualTo("application/json");
    assertThat(legacy.body).isEqualTo(ANSWER);
    var modern = rig.modern("1", "t");
    answer("1");
    assertThat(modern.status).isEqualTo(200);
    assertThat(modern.header("Content-Type")).isEqualTo("application/json");
    assertThat(modern.body).isEqualTo(ANSWER);
    assertThat(rig.host.last().closed).isTrue();
    assertThat(rig.http.inFlight()).isZero();
  }

  @Test
  void onAStreamThatHasBegun() {
    var session = rig.open();
    rig.host.holds = true;
    var legacy = rig.inSession(session, Rig.call("1"));
    assertThat(rig.host.last().reply("1").tell(FakeHost.notification("n", null))).isTrue();
    answer("1");
    assertThat(legacy.events.getLast().data()).isEqualTo(ANSWER);
    assertThat(legacy.ended).isTrue();
    var modern = rig.modern("1", "t");
    assertThat(rig.host.last().reply("1").tell(FakeHost.notification("n", null))).isTrue();
    answer("1");
    assertThat(modern.events.getLast().data()).isEqualTo(ANSWER);
    assertThat(modern.ended).isTrue();
    assertThat(rig.http.inFlight()).isZero();
  }

  @Test
  void withinABatch() {
    var session = rig.open();
    rig.host.holds = true;
    var response = rig.inSession(session, "[" + Rig.call("1") + "," + Rig.call("2") + "]");
    answer("1");
    answer("2");
    assertThat(response.body)
        .isEqualTo("[" + ANSWER + "," + ANSWER.replace("\"id\":1", "\"id\":2") + "]");
    assertThat(rig.http.inFlight()).isZero();
  }

  @Test
  @DisplayName("of two answers the first counts, and a client that has left gets none")
  void once() {
    var session = rig.open();
    rig.host.holds = true;
    var response = rig.inSession(session, Rig.call("1"));
    answer("1");
    answer("1");
    assertThat(response.body).isEqualTo(ANSWER);
    var modern = rig.modern("1", "t");
    modern.leave();
    answer("1");
    assertThat(modern.body).isEmpty();
    var legacy = rig.inSession(session, Rig.call("3"));
    legacy.leave();
    rig.host.talks.getFirst().reply("3").send(RequestId.of(3), SHARED);
    assertThat(legacy.body).isEmpty();
    assertThat(rig.http.inFlight()).isZero();
  }
}
