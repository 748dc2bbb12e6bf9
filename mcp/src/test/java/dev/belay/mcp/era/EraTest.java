package dev.belay.mcp.era;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.mcp.envelope.Bounds;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.ErrorCode;
import dev.belay.mcp.envelope.MalformedEnvelope;
import dev.belay.mcp.envelope.Member;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("MCP 2026-07-28 §compatibility: the opening message decides for the process")
final class EraTest {
  @Test
  void revisionsArePinned() {
    assertThat(Arrays.stream(Revision.values()).map(Revision::wire))
        .containsExactly("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28");
    assertThat(Arrays.stream(Revision.values()).filter(r -> r.era() == Era.MODERN))
        .containsExactly(Revision.V2026_07_28);
    assertThat(Arrays.stream(Revision.values()).filter(Revision::hasBatches))
        .containsExactly(Revision.V2025_03_26);
    assertThat(Revision.of(Era.LEGACY))
        .containsExactly(
            Revision.V2025_11_25, Revision.V2025_06_18, Revision.V2025_03_26, Revision.V2024_11_05);
    assertThat(Revision.of("2025-06-18")).isEqualTo(Revision.V2025_06_18);
    assertThat(Revision.of("2027-01-01")).isNull();
  }

  @Test
  void errorCodesArePinned() {
    assertThat(
            Arrays.stream(ErrorCode.values())
                .map(c -> c.code() + " " + c.name().toLowerCase(Locale.ROOT)))
        .containsExactly(
            "-32700 parse_error",
            "-32600 invalid_request",
            "-32601 method_not_found",
            "-32602 invalid_params",
            "-32603 internal_error",
            "-32020 header_mismatch",
            "-32021 missing_client_capability",
            "-32022 unsupported_protocol_version");
  }

  @Test
  void aRevisionThatIsNotSpokenIsRefusedWithThoseThatAre() throws MalformedEnvelope {
    var line =
        "{\"jsonrpc\":\"2.0\",\"id\":\"d\",\"method\":\"initialize\","
            + "\"params\":{\"protocolVersion\":\"2099-01-01\"}}";
    var request = Envelope.parse(line.getBytes(StandardCharsets.UTF_8), Bounds.DEFAULT);
    byte[] answer =
        new UnsupportedVersion(
                "Ask for another.", List.of(Revision.V2025_06_18, Revision.V2025_11_25))
            .answer(request, Member.PARAMS_PROTOCOL_VERSION);

    assertThat(new String(answer, StandardCharsets.UTF_8))
        .isEqualTo(
            "{\"jsonrpc\":\"2.0\",\"id\":\"d\",\"error\":{\"code\":-32022,\"message\":\"Ask for"
                + " another.\","
                + "\"data\":{\"supported\":[\"2025-06-18\",\"2025-11-25\"],\"requested\":\"2099-01-01\"}}}");
  }
}
