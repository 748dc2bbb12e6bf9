package dev.belay.mcp.era;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.mcp.envelope.Bounds;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.MalformedEnvelope;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("2026-07-28: only a server that names the revision is taken for a modern one")
final class DiscoveryTest {
  private static Envelope answer(String members) throws MalformedEnvelope {
    var message = "{'jsonrpc':'2.0','id':1," + members + "}";
    return Envelope.parse(
        message.replace('\'', '"').getBytes(StandardCharsets.US_ASCII), Bounds.DEFAULT);
  }

  private static Envelope refusal(int code, String supported) throws MalformedEnvelope {
    return answer(
        "'error':{'code':%d,'message':'?','data':{'supported':['%s']}}".formatted(code, supported));
  }

  private static boolean isModern(String members) throws MalformedEnvelope {
    return Discovery.of(answer(members)) instanceof Discovery.Modern;
  }

  @Test
  void theRevisionMustBeAmongTheSupported() throws MalformedEnvelope {
    assertThat(isModern("'result':{'supportedVersions':['2030-01-01','2026-07-28']}")).isTrue();
    assertThat(isModern("'result':{'supportedVersions':['2025-11-25']}")).isFalse();
    assertThat(isModern("'result':{'supportedVersions':'2026-07-28'}")).isFalse();
    assertThat(isModern("'result':{'supportedVersions':[2026]}")).isFalse();
  }

  @Test
  @DisplayName("a legacy server that answers everything with an empty result is a legacy server")
  void anEmptyResultShowsNothing() throws MalformedEnvelope {
    assertThat(isModern("'result':{}")).isFalse();
    assertThat(isModern("'result':null")).isFalse();
    assertThat(isModern("'error':{'code':-32601,'message':'?'}")).isFalse();
  }

  @Test
  @DisplayName("a refusal that names the revision as supported is worth another try")
  void aContradictionIsAskedAgain() throws MalformedEnvelope {
    assertThat(Discovery.isWorthAskingAgain(refusal(-32022, "2026-07-28"))).isTrue();
    assertThat(Discovery.isWorthAskingAgain(refusal(-32022, "2025-11-25"))).isFalse();
    assertThat(Discovery.of(refusal(-32022, "2025-11-25"))).isInstanceOf(Discovery.Legacy.class);
    assertThat(Discovery.of(refusal(-32022, "2099-01-01"))).isInstanceOf(Discovery.Foreign.class);
    assertThat(Discovery.of(answer("'error':{'code':-32022,'message':'?'}")))
        .isInstanceOf(Discovery.Legacy.class);
    assertThat(Discovery.isWorthAskingAgain(refusal(-32602, "2026-07-28"))).isFalse();
    assertThat(Discovery.isWorthAskingAgain(answer("'error':{'code':-32022,'message':'?'}")))
        .isFalse();
  }
}
