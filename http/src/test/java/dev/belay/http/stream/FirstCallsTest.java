package dev.belay.http.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("One URL serves both eras")
final class FirstCallsTest {
  private final Rig rig = new Rig();

  @Test
  void aLegacyClientOpensASessionAndCalls() {
    var opened = rig.post(Rig.INITIALIZE);
    assertThat(opened.status).isEqualTo(200);
    assertThat(opened.header("Content-Type")).isEqualTo("application/json");
    var session = opened.header("Mcp-Session-Id");
    assertThat(session).matches("[\\x21-\\x7e]{22,}");
    assertThat(opened.body)
        .isEqualTo(
            "{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":{\"protocolVersion\":\"2025-11-25\"}}");

    var called = rig.inSession(Objects.requireNonNull(session), Rig.call("1"));
    assertThat(called.status).isEqualTo(200);
    assertThat(called.body).isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"ok\":true}}");
    assertThat(called.header("Mcp-Session-Id")).isNull();
    assertThat(rig.host.talks).hasSize(1);
  }

  @Test
  void aModernClientJustCalls() {
    var called = rig.modern("\"a\"", "echo");
    assertThat(called.status).isEqualTo(200);
    assertThat(called.header("Content-Type")).isEqualTo("application/json");
    assertThat(called.body)
        .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"result\":{\"ok\":true}}");
    assertThat(called.header("Mcp-Session-Id")).isNull();
    assertThat(rig.host.last().closed).isTrue();
    assertThat(rig.http.inFlight()).isZero();
  }
}
