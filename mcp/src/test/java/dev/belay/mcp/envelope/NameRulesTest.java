package dev.belay.mcp.envelope;

import static dev.belay.mcp.envelope.Lines.malformed;
import static dev.belay.mcp.envelope.Lines.parse;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("SEC-H3: names are cut at the door, and what has a longer one is unknown there")
final class NameRulesTest {
  private static String request(String method, String params) {
    return "{\"params\":" + params + ",\"method\":\"" + method + "\",\"id\":7,\"jsonrpc\":\"2.0\"}";
  }

  private static String named(String name) {
    return "{\"name\":\"" + name + "\",\"arguments\":{}}";
  }

  private static void assertRefused(String line, String why) {
    assertRefused(line, ErrorCode.INVALID_PARAMS, why);
  }

  private static void assertRefused(String line, ErrorCode code, String why) {
    MalformedEnvelope e = malformed(line);
    assertThat(e.code()).isEqualTo(code);
    assertThat(e).hasMessage(why);
    assertThat(e.id()).isEqualTo(RequestId.of(7));
    assertThat(e.kind()).isEqualTo(Kind.REQUEST);
  }

  @ParameterizedTest
  @ValueSource(ints = {201, 1_300, 4_100_000})
  void aToolOfALongNameIsUnknown(int length) {
    assertRefused(
        request("tools/call", named("n".repeat(length))),
        "Unknown tool: " + "n".repeat(200) + "….");
  }

  @ParameterizedTest
  @ValueSource(strings = {"é", "€", "\\u00e9", "\\n", "\\\\"})
  void charactersCountHoweverTheyAreWritten(String character) {
    assertThat(parse(request("tools/call", named(character.repeat(200)))).kind())
        .isEqualTo(Kind.REQUEST);
    for (int length : new int[] {201, 100_000}) {
      var e = malformed(request("tools/call", named(character.repeat(length))));
      assertThat(e.getMessage()).hasSize("Unknown tool: ".length() + 202).endsWith("….");
    }
  }

  @Test
  void halfACharacterIsNotTold() {
    var e = malformed(request("tools/call", named("n" + "🙂".repeat(100_000))));
    assertThat(e).hasMessage("Unknown tool: n" + "🙂".repeat(99) + "….");
  }

  @Test
  void promptsMethodsAndResourcesHaveTheirBoundsAsWell() {
    var cut = "n".repeat(200) + "…";
    assertRefused(request("prompts/get", named("n".repeat(201))), "Unknown prompt: " + cut + ".");
    assertRefused(
        request("n".repeat(201), "{}"),
        ErrorCode.METHOD_NOT_FOUND,
        "There is no method " + cut + " here.");
    assertRefused(
        request("resources/subscribe", "{\"uri\":\"" + "n".repeat(8_193) + "\"}"),
        "No server has a resource " + cut + ".");
    assertThat(parse(request("resources/read", "{\"uri\":\"" + "n".repeat(8_192) + "\"}")).method())
        .isEqualTo("resources/read");
  }

  @Test
  @DisplayName("The name and the URI in a message of an extension, or in news, are its own affair")
  void otherMethodsHaveNamesOfTheirOwn() {
    for (var params :
        new String[] {named("n".repeat(201)), "{\"uri\":\"" + "n".repeat(8_193) + "\"}"}) {
      assertThat(parse(request("example/rename", params)).method()).isEqualTo("example/rename");
      var news =
          "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/resources/updated\",\"params\":%s}";
      assertThat(parse(news.formatted(params)).kind()).isEqualTo(Kind.NOTIFICATION);
    }
    assertThat(parse(request("resources/read", named("n".repeat(201)))).kind())
        .isEqualTo(Kind.REQUEST);
  }

  @Test
  void noTaskHasALongerIdThanARequest() {
    assertRefused(
        request("tasks/get", "{\"taskId\":\"" + "n".repeat(1_025) + "\"}"),
        "There is no such task.");
  }

  @Test
  void aTokenOfProgressIsNoLongerThanAnId() {
    var e =
        malformed(
            request(
                "tools/call",
                "{\"name\":\"n\",\"_meta\":{\"progressToken\":\"" + "t".repeat(1_023) + "\"}}"));
    assertThat(e).hasMessage("Invalid request: \"progressToken\" is too long");
  }

  @Test
  void aClientSaysLittleOfItself() {
    var much = "x".repeat(65_536);
    var why = "Invalid params: a client may say 65536 bytes of itself at most";
    assertRefused(request("initialize", "{\"clientInfo\":{\"name\":\"" + much + "\"}}"), why);
    assertRefused(
        request(
            "tools/list",
            "{\"_meta\":{\"io.modelcontextprotocol/clientInfo\":{\"name\":\"" + much + "\"}}}"),
        why);
    assertThat(parse(request("tools/call", "{\"name\":\"n\",\"x\":\"" + much + "\"}")).kind())
        .isEqualTo(Kind.REQUEST);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "initialize {\"clientInfo\":{\"name\":\"n\",\"icons\":ICONS,\"version\":\"1\"}}",
        "tools/list"
            + " {\"_meta\":{\"io.modelcontextprotocol/clientInfo\":{\"icons\":ICONS,\"name\":\"n\"}}}"
      })
  @DisplayName("Pictures of a client that make it say too much are left out, and nothing else")
  void picturesAreLeftOut(String message) {
    var parts = message.split(" ", 2);
    var icons = "[{\"src\":\"data:" + "x".repeat(65_536) + "\"}]";
    var parsed = parse(request(parts[0], parts[1].replace("ICONS", icons)));
    assertThat(parsed.toString()).isEqualTo(request(parts[0], parts[1].replace("ICONS", "[]")));
    var few = request(parts[0], parts[1].replace("ICONS", "[{\"src\":\"data:x\"}]"));
    assertThat(parse(few).toString()).isEqualTo(few);
    assertRefused(
        request(parts[0], parts[1].replace("ICONS", icons).replace("\"n\"", icons)),
        "Invalid params: a client may say 65536 bytes of itself at most");
  }

  @Test
  @DisplayName("What was changed within this program is not judged again")
  void ownMessages() throws MalformedEnvelope {
    var line = request("tools/call", named("n".repeat(300)));
    assertThat(Envelope.parse(line.getBytes(UTF_8), Bounds.NONE))
        .extracting(e -> e.text(Member.PARAMS_NAME))
        .isEqualTo("n".repeat(300));
  }
}
