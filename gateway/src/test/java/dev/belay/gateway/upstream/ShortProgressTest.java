package dev.belay.gateway.upstream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.name.ShortText;
import dev.belay.mcp.envelope.Bounds;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.MalformedEnvelope;
import dev.belay.mcp.envelope.Member;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("SEC-H3: long progress is truncated on receipt; other progress stays byte for byte")
final class ShortProgressTest {
  private static Envelope progress(String rest) throws MalformedEnvelope {
    var line =
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":5,"
            + rest
            + "}}";
    return Envelope.parse(line.getBytes(UTF_8), Bounds.DEFAULT);
  }

  @Test
  void shortProgressStaysByteForByte() throws MalformedEnvelope {
    var small = progress("\"progress\":1.50,\"message\":\"half\",\"x\":[1,2]");
    assertThat(ShortProgress.of(small)).isSameAs(small);
    var full = progress("\"progress\":1.50,\"message\":\"" + "m".repeat(4_096) + "\",\"x\":[1]");
    assertThat(ShortProgress.of(full)).isSameAs(full);
  }

  @Test
  void aLongMessageIsTruncatedAndTheRestKept() throws MalformedEnvelope {
    var cut =
        ShortProgress.of(
            progress("\"message\":\"" + "é".repeat(4_000_000) + "\",\"progress\":1.50,\"x\":[1]"));
    assertThat(cut.bytes()).hasSizeLessThan(5_000);
    assertThat(cut.text(Member.PARAMS_MESSAGE)).isEqualTo(ShortText.message("é".repeat(3_000)));
    assertThat(cut.toString()).contains("\"progressToken\":5,", "\"progress\":1.50,\"x\":[1]");
  }

  @Test
  void longExtensionMembersAreRemoved() throws MalformedEnvelope {
    var cut =
        ShortProgress.of(
            progress(
                "\"progress\":1.50,\"total\":3,\"message\":\"half\",\"x\":\""
                    + "x".repeat(4_000_000)
                    + "\""));
    assertThat(cut.toString())
        .isEqualTo(
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":"
                + "{\"progressToken\":5,\"progress\":1.50,\"total\":3,\"message\":\"half\"}}");
    assertThat(ShortProgress.of(progress("\"progress\":1" + "0".repeat(1_000_000))).toString())
        .endsWith("{\"progressToken\":5}}");
  }
}
