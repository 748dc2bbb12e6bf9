package dev.belay.mcp.envelope;

import static dev.belay.mcp.envelope.Lines.malformed;
import static dev.belay.mcp.envelope.Lines.parse;
import static dev.belay.mcp.envelope.Lines.utf8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("P21: bad input never breaks anything")
final class EnvelopeFuzzTest {
  private static final String HEAD = "{\"jsonrpc\":\"2.0\",\"method\":\"m\",\"params\":{\"x\":";
  private static final String TAIL = "},\"id\":9}";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "c080",
        "e08080",
        "f0808080", // overlong
        "eda080",
        "edbfbf", // surrogates
        "80",
        "c3",
        "e282",
        "f09f98",
        "f8888080",
        "f4908080",
        "ff" // truncated, stray, too high
      })
  void whatIsNotStrictUtf8IsNotParsed(String hex) {
    byte[] bad = HexFormat.of().parseHex(hex);
    byte[] line = concat(utf8(HEAD + "\""), bad, utf8("\"" + TAIL));

    MalformedEnvelope e = malformed(line);

    assertThat(e.code()).isEqualTo(ErrorCode.PARSE_ERROR);
    assertThat(e).hasMessageContaining("not UTF-8").hasMessageContaining("at byte");
  }

  @Test
  void aByteOrderMarkIsNamed() {
    MalformedEnvelope e =
        malformed(concat(new byte[] {(byte) 0xef, (byte) 0xbb, (byte) 0xbf}, utf8("{}")));

    assertThat(e.code()).isEqualTo(ErrorCode.PARSE_ERROR);
    assertThat(e).hasMessage("Parse error: it starts with a byte order mark");
  }

  @Test
  void utf16IsNotGuessed() {
    byte[] line =
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\"}".getBytes(StandardCharsets.UTF_16LE);

    assertThat(malformed(line).code()).isEqualTo(ErrorCode.PARSE_ERROR);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "{",
        "}",
        "nul",
        "tru",
        "{\"a\"}",
        "{\"a\":1,}",
        "[1,]",
        "{} {}",
        "{}x",
        "01",
        "1.",
        "1e",
        "-",
        "+1",
        ".5",
        "NaN",
        "'a'",
        "{a:1}",
        "\"\\x\"",
        "\"\\u12g4\"",
        "\"a",
        "// c\n{}",
        "\u0000{}",
        "{}\u0000",
        "{\"a\":\"\u0000\"}",
        "{\"a\":\"\t\"}",
        "HTTP/1.1 200 OK"
      })
  void whatIsNoSingleJsonValueIsNotParsed(String line) {
    assertThat(malformed(line).code()).isEqualTo(ErrorCode.PARSE_ERROR);
  }

  @ParameterizedTest
  @ValueSource(strings = {"[]", "[{}]", "1", "\"x\"", "null", "true", "{}"})
  void jsonThatIsNoMessageIsAnInvalidRequest(String line) {
    assertThat(malformed(line).code()).isEqualTo(ErrorCode.INVALID_REQUEST);
  }

  @Test
  void nestingIsBoundedAndTheRequestStillGetsItsAnswer() {
    // Two levels are the message and its params.
    assertThat(parse(HEAD + "[".repeat(62) + "]".repeat(62) + TAIL).method()).isEqualTo("m");

    MalformedEnvelope e = malformed(HEAD + "[".repeat(63) + "]".repeat(63) + TAIL);

    assertThat(e.code()).isEqualTo(ErrorCode.INVALID_REQUEST);
    assertThat(e).hasMessage("Invalid request: nested deeper than 64 levels");
    assertThat(e.id()).isEqualTo(RequestId.of(9));
  }

  @Test
  void nestingOfAHundredThousandOverflowsNothing() {
    int deep = 100_000;
    assertThat(malformed("[".repeat(deep)).code()).isEqualTo(ErrorCode.PARSE_ERROR);
    assertThat(malformed(HEAD + "[".repeat(deep) + "]".repeat(deep) + TAIL).id())
        .isEqualTo(RequestId.of(9));
    assertThat(malformed(HEAD + "{\"a\":".repeat(deep) + "1" + "}".repeat(deep) + TAIL).id())
        .isEqualTo(RequestId.of(9));
    assertThat(malformed(HEAD + "[{\"a\":".repeat(deep) + "1" + "]".repeat(deep) + TAIL).code())
        .isEqualTo(ErrorCode.PARSE_ERROR);
  }

  @Test
  void numbersAndStringsOfAnySizePassUnread() {
    String number = "1".repeat(1_000_000);
    Envelope e = parse(HEAD + "[" + number + ",1e1000,\"" + "y".repeat(5_000_000) + "\"]" + TAIL);

    assertThat(e.requireId()).isEqualTo(RequestId.of(9));
  }

  @Test
  void anEscapedLoneSurrogateIsLegalJsonAndPasses() {
    Envelope e = parse(HEAD + "\"\\ud800\"" + TAIL);

    assertThat(e.toString()).contains("\\ud800");
  }

  @Test
  void everyBrokenMessageIsRefusedOrReadAndNothingElse() {
    byte[] good =
        utf8(
            "{\"jsonrpc\":\"2.0\",\"id\":\"ü\",\"method\":\"tools/call\",\"params\":{\"name\":\"n\","
                + "\"arguments\":{\"a\":[1,2.5e3,null]},\"_meta\":{\"progressToken\":1}}}");
    Seeds.forEach(200_000, seed -> damaged(good, seed));
  }

  private static void damaged(byte[] good, long seed) {
    var random = new Random(seed);
    byte[] bytes = good.clone();
    for (int i = random.nextInt(3); i >= 0; i--) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
    }
    try {
      assertThat(Envelope.parse(bytes, Bounds.DEFAULT).bytes()).as("seed %s", seed).isSameAs(bytes);
      assertThat(Referee.accepts(bytes)).as("seed %s", seed).isTrue();
    } catch (MalformedEnvelope e) {
      boolean json = Referee.accepts(bytes);
      assertThat(e.code())
          .as("seed %s", seed)
          .isEqualTo(json ? ErrorCode.INVALID_REQUEST : ErrorCode.PARSE_ERROR);
    }
  }

  private static byte[] concat(byte[]... parts) {
    var out = new java.io.ByteArrayOutputStream();
    for (byte[] part : parts) {
      out.writeBytes(part);
    }
    return out.toByteArray();
  }
}
