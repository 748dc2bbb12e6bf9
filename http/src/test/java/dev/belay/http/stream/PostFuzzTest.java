package dev.belay.http.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.Seeds;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("P21: whatever is posted gets an answer, and the next request works")
final class PostFuzzTest {
  private static final int ROUNDS = 100_000;

  private static final List<String> HEADERS =
      List.of(
          "MCP-Protocol-Version",
          "Mcp-Method",
          "Mcp-Name",
          "Mcp-Session-Id",
          "Last-Event-ID",
          "Content-Type",
          "Accept",
          "Content-Encoding");

  private static final List<String> VALUES =
      List.of(
          "2026-07-28",
          "2025-11-25",
          "2099-01-01",
          "",
          "tools/call",
          "=?base64?",
          "=?base64?AA==?=",
          "1-1",
          "99999999999999999999",
          "text/event-stream",
          "application/json; charset=",
          "gzip",
          "\u0000",
          "ü");

  private final Rig rig = new Rig();

  @Test
  void brokenPostsAreAnswered() {
    Seeds.forEach(ROUNDS, this::post);
    assertThat(rig.http.inFlight()).isZero();
    assertThat(rig.modern("1", "t").status).isEqualTo(200);
    rig.time.advance(Duration.ofHours(2));
    assertThat(rig.time.armedTimers()).isZero();
  }

  private void post(long seed) {
    var random = new Random(seed);
    var session = random.nextBoolean() ? rig.open() : "none";
    var response = rig.request(method(random), body(random), headers(random, session));
    assertThat(response.streams || response.ended).describedAs("seed %d", seed).isTrue();
    assertThat(response.status)
        .describedAs("seed %d: %s", seed, response.body)
        .isIn(200, 202, 204, 400, 404, 405, 406, 415, 409);
    if (!session.equals("none")) {
      rig.request("DELETE", "", "Mcp-Session-Id", session);
    }
  }

  private static String method(Random random) {
    return random.nextInt(10) == 0
        ? List.of("GET", "DELETE", "PUT", "").get(random.nextInt(4))
        : "POST";
  }

  private static String[] headers(Random random, String session) {
    var headers =
        random.nextBoolean()
            ? Rig.modernHeaders("t")
            : new String[] {
              "Content-Type", "application/json", "Accept", Rig.BOTH, "Mcp-Session-Id", session
            };
    for (int i = random.nextInt(3); i > 0; i--) {
      var name = HEADERS.get(random.nextInt(HEADERS.size()));
      headers = Rig.with(headers, name, VALUES.get(random.nextInt(VALUES.size())));
    }
    return headers;
  }

  /** Returns a valid message with some of its bytes changed, dropped, doubled or cut off. */
  private static String body(Random random) {
    var good =
        List.of(
            Rig.modernCall("1", "t"),
            Rig.call("1"),
            Rig.INITIALIZE,
            "[" + Rig.call("1") + "," + Rig.call("2") + "]",
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}",
            "[".repeat(random.nextInt(10_000)),
            "{\"jsonrpc\":\"2.0\",\"id\":1e1000,\"method\":\"x\",\"method\":\"y\"}");
    var bytes =
        new StringBuilder(
            new String(
                good.get(random.nextInt(good.size())).getBytes(StandardCharsets.UTF_8),
                StandardCharsets.ISO_8859_1));
    for (int i = random.nextInt(4); i > 0 && !bytes.isEmpty(); i--) {
      int at = random.nextInt(bytes.length());
      switch (random.nextInt(4)) {
        case 0 -> bytes.setCharAt(at, (char) random.nextInt(256));
        case 1 -> bytes.deleteCharAt(at);
        case 2 -> bytes.insert(at, bytes.substring(at, Math.min(bytes.length(), at + 20)));
        default -> bytes.setLength(at);
      }
    }
    return bytes.toString();
  }
}
