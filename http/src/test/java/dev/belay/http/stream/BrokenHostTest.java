package dev.belay.http.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.mcp.envelope.RequestId;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName(
    "Whatever serves a request fails at it: the client hears of it, and nothing is left open")
final class BrokenHostTest {
  private static final String LEGACY = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"broken\"}";

  private final Rig rig = new Rig();
  private final FakeResponse response = new FakeResponse();

  private void sent(String body, String... headers) {
    assertThatThrownBy(() -> rig.send(response, "POST", body, headers))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("broken");
    assertThat(rig.http.inFlight()).isZero();
  }

  @Test
  void inTheModernEra() {
    var headers = Rig.modernHeaders("t");
    headers[7] = "broken";
    sent(Rig.modernCall("1", "t").replace("tools/call", "broken"), headers);
    assertThat(response.body)
        .isEqualTo(
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32603,"
                + "\"message\":\"Internal error\"}}");
    assertThat(rig.host.last().closed).isTrue();
  }

  @Test
  void inASession() {
    var session = rig.open();
    sent(LEGACY, "Content-Type", "application/json", "Accept", Rig.BOTH, "Mcp-Session-Id", session);
    assertThat(response.body)
        .isEqualTo(
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32000,"
                + "\"message\":\"Internal error\"}}");
    assertThat(rig.host.last().left).containsExactly(RequestId.of(1));
    assertThat(rig.inSession(session, Rig.call("2")).status).isEqualTo(200);
  }

  @Test
  @DisplayName("C38: a session that cannot be opened gives its place back")
  void asASessionOpens() {
    rig.host.breaks = true;
    for (int i = 0; i <= StreamBounds.DEFAULT.sessionsPerPeer(); i++) {
      assertThatThrownBy(rig::open).hasMessage("broken");
    }
    rig.host.breaks = false;
    assertThat(rig.open()).isNotEmpty();
  }
}
