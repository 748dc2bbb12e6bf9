package dev.belay.http.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.http.route.Request;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("A body that could be read in two ways is refused before anybody reads it")
final class MalformedBodyTest {
  private static final int DEEP = 100_000;

  private final Rig rig = new Rig();

  MalformedBodyTest() {
    rig.of(StreamBounds.DEFAULT);
  }

  /** The headers of the request: those of a session's client, or of 2026-07-28. */
  private enum Client {
    LEGACY,
    MODERN
  }

  private static String body(String kind) {
    return switch (kind) {
      case "deep arguments" ->
          Rig.modernCall("7", "t", "{\"a\":" + "[".repeat(DEEP) + "]".repeat(DEEP) + "}");
      case "a key of the envelope twice" ->
          Rig.modernCall("7", "t").replace("{\"jsonrpc\"", "{\"method\":\"x\",\"jsonrpc\"");
      case "a key that differs by case" ->
          Rig.modernCall("7", "t").replace("\"method\"", "\"Method\"");
      case "an id as large as a page" -> Rig.modernCall("9".repeat(4_000), "t");
      case "bytes that are no UTF-8" -> Rig.modernCall("7", "t", "{\"a\":\"\u00ff\"}");
      case "half a surrogate pair" -> Rig.modernCall("7", "t", "{\"a\":\"\u00ed\u00a0\u0080\"}");
      case "a byte order mark" -> "\u00ef\u00bb\u00bf" + Rig.modernCall("7", "t");
      case "a NUL" -> Rig.modernCall("7", "t") + "\0";
      case "two messages" -> Rig.modernCall("7", "t") + Rig.modernCall("8", "t");
      default -> throw new IllegalArgumentException(kind);
    };
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "deep arguments|7|-32600|Invalid request: nested deeper than 64 levels",
        "a key of the envelope twice|7|-32600|Invalid request: \\\"method\\\" comes twice",
        "a key that differs by case|null|-32600|Invalid request: it has no \\\"method\\\","
            + " \\\"result\\\" or \\\"error\\\" (keys are case-sensitive)",
        "an id as large as a page|null|-32600|Invalid request: \\\"id\\\" is too long",
        "bytes that are no UTF-8|7|-32700|Parse error: not UTF-8: byte 0xff at byte 85",
        "half a surrogate pair|7|-32700|Parse error: not UTF-8: byte 0xed at byte 85",
        "a byte order mark|null|-32700|Parse error: it starts with a byte order mark",
        "a NUL|7|-32700|Parse error: not JSON: more than one value at byte 196",
        "two messages|7|-32700|Parse error: not JSON: more than one value at byte 196"
      })
  void itIsRefused(String kind, String id, int code, String message) {
    for (var client : Client.values()) {
      var response = send(client, body(kind));
      assertThat(response.status).isEqualTo(400);
      assertThat(response.body)
          .isEqualTo(
              "{\"jsonrpc\":\"2.0\",\"id\":%s,\"error\":{\"code\":%d,\"message\":\"%s\"}}"
                  .formatted(id, code, message));
    }
    assertThat(rig.host.talks).isEmpty();
  }

  @Test
  void anEndlessArrayIsNoBatchOfAnyEra() {
    var body = "[".repeat(DEEP);
    assertThat(send(Client.LEGACY, body).body)
        .isEqualTo(
            "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32700,\"message\":"
                + "\"Parse error: not JSON: it ends too early at byte 100000\"}}");
    assertThat(send(Client.MODERN, body).body)
        .isEqualTo(
            "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32600,\"message\":"
                + "\"Invalid request: 2026-07-28 has no batches\"}}");
    assertThat(rig.host.talks).isEmpty();
  }

  @Test
  @DisplayName("A number keeps its spelling, however it is written")
  void aHugeNumberIsPassedAsItIs() {
    var huge = "1" + "0".repeat(400) + ".5e-7";
    var response = send(Client.MODERN, Rig.modernCall("7.5", "t", "{\"n\":" + huge + "}"));
    assertThat(response.status).isEqualTo(200);
    assertThat(response.body).startsWith("{\"jsonrpc\":\"2.0\",\"id\":7.5,");
    assertThat(rig.host.talks.getFirst().heard).singleElement().asString().contains(huge);
  }

  private FakeResponse send(Client client, String latin) {
    var response = new FakeResponse();
    var json = List.of("application/json");
    var all =
        switch (client) {
          case LEGACY -> Map.of("content-type", json, "accept", List.of(Rig.BOTH));
          case MODERN ->
              Map.of(
                  "content-type", json,
                  "accept", List.of(Rig.BOTH),
                  "mcp-protocol-version", List.of("2026-07-28"),
                  "mcp-method", List.of("tools/call"),
                  "mcp-name", List.of("t"));
        };
    try {
      rig.http
          .streamable()
          .handle(
              new Request(
                  "POST",
                  "/mcp",
                  null,
                  all,
                  latin.getBytes(StandardCharsets.ISO_8859_1),
                  "127.0.0.1"),
              response);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    return response;
  }
}
