package dev.belay.mcp.progress;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.HandTime;
import dev.belay.mcp.envelope.Bounds;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.MalformedEnvelope;
import dev.belay.mcp.envelope.RequestId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A client hears how far its request got: rising, at a pace, and in silence too")
final class ClientProgressTest {
  private static final String BEGINNING =
      "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":\"p\",";

  private final HandTime time = new HandTime();
  private final List<String> heard = new ArrayList<>();
  private final ClientProgress progress =
      new ClientProgress(
          RequestId.of("p"),
          (_, message) -> heard.add(new String(message, UTF_8)),
          time,
          KeepAlive.DEFAULT);

  @AfterEach
  void leavesNoTimer() {
    progress.close();
    assertThat(time.armedTimers()).isZero();
  }

  private List<String> said() {
    var said =
        heard.stream()
            .map(one -> {
              assertThat(one).startsWith(BEGINNING).endsWith("}}");
              return one.substring(BEGINNING.length(), one.length() - 2);
            })
            .toList();
    heard.clear();
    return said;
  }

  @Test
  @DisplayName("C16: in silence after 5 s, and every 10 s from then on, below any next step")
  void stillRuns() {
    time.advance(Duration.ofSeconds(5));
    progress.tell(0.5, 1.0, "half");
    time.advance(Duration.ofSeconds(9));
    progress.tell(0.6, 1.0, null);
    time.advance(Duration.ofSeconds(10));

    assertThat(said())
        .containsExactly(
            "\"progress\":0.001,\"message\":\"Still running, 5 s\"",
            "\"progress\":0.5,\"total\":1,\"message\":\"half\"",
            "\"progress\":0.6,\"total\":1",
            "\"progress\":0.601,\"message\":\"Still running, 24 s\"");
  }

  @Test
  @DisplayName("zero is the beginning, and is said as it is")
  void zero() {
    progress.tell(0.0, 100.0, null);
    progress.tell(50.0, 100.0, null);

    assertThat(said())
        .containsExactly("\"progress\":0,\"total\":100", "\"progress\":50,\"total\":100");
  }

  @Test
  @DisplayName("no value goes back: what does is raised a little")
  void rises() {
    progress.tell(1.0, 3.0, null);
    progress.tell(1.0, 3.0, null);
    progress.tell(null, null, "nearly");
    progress.tell(0.5, Double.NaN, null);
    progress.tell(Double.NaN, Double.POSITIVE_INFINITY, null);

    assertThat(said())
        .containsExactly(
            "\"progress\":1,\"total\":3",
            "\"progress\":1.001,\"total\":3",
            "\"progress\":1.002,\"message\":\"nearly\"",
            "\"progress\":1.003",
            "\"progress\":1.004");
  }

  @Test
  @DisplayName("a tool that names no numbers has its messages counted")
  void counted() {
    progress.tell(null, null, "one");
    progress.tell(null, null, "two");

    assertThat(said())
        .containsExactly(
            "\"progress\":1,\"message\":\"one\"", "\"progress\":2,\"message\":\"two\"");
  }

  @Test
  @DisplayName("a server's progress has the client's token, and is else the server's own bytes")
  void relayed() throws MalformedEnvelope {
    progress.relay(server("\"progress\":1.50, \"x\":[ ]"));
    progress.relay(server("\"progress\":1.5"));
    progress.relay(server("\"progress\":-1,\"total\":3"));

    assertThat(said())
        .containsExactly(
            "\"progress\":1.50, \"x\":[ ]", "\"progress\":1.501", "\"progress\":1.502,\"total\":3");
  }

  private static Envelope server(String members) throws MalformedEnvelope {
    var json = BEGINNING.replace("\"p\"", "17") + members + "}}";
    return Envelope.parse(json.getBytes(UTF_8), Bounds.DEFAULT);
  }

  @Test
  @DisplayName("P13: more than twenty a second wait, and the newest of them goes out in its turn")
  void paced() {
    for (int i = 1; i <= 100; i++) {
      progress.tell((double) i, 100.0, null);
    }
    assertThat(said()).hasSize(20).endsWith("\"progress\":20,\"total\":100");
    time.advance(Duration.ofSeconds(1).minusNanos(1));
    assertThat(said()).isEmpty();
    time.advance(Duration.ofNanos(1));
    assertThat(said()).containsExactly("\"progress\":100,\"total\":100");
  }

  @Test
  @DisplayName("the end sends what waits, and nothing follows it")
  void ends() throws MalformedEnvelope {
    for (int i = 1; i <= 25; i++) {
      progress.tell((double) i, null, null);
    }
    progress.close();
    progress.close();
    assertThat(said()).hasSize(21).endsWith("\"progress\":25");

    progress.tell(26.0, null, null);
    progress.relay(server("\"progress\":27"));
    time.advance(Duration.ofMinutes(1));
    assertThat(said()).isEmpty();
  }
}
