package dev.belay.mcp.client;

import static dev.belay.mcp.client.Said.error;
import static dev.belay.mcp.client.Said.legacy;
import static dev.belay.mcp.client.Said.modern;
import static dev.belay.mcp.client.Said.result;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.core.time.HandTime;
import dev.belay.core.time.Time;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("What goes wrong over HTTP is told once, and as what it is")
final class HttpFailureTest extends HttpPeerTest {
  private static final String CUT_SHORT =
      "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{";

  private void call(ScriptedServer.Script script) {
    call(script, HttpBounds.DEFAULT, new HandTime());
  }

  private void call(ScriptedServer.Script script, HttpBounds bounds, Time time) {
    connect(serve(script), bounds, time).send(legacy(1, "tools/call"));
  }

  private String answerTo(ScriptedServer.Script script) throws InterruptedException {
    call(script);
    var heard = handler.next();
    handler.isQuiet();
    return heard;
  }

  @ParameterizedTest
  @CsvSource({
    "400, REFUSED",
    "401, UNAUTHORIZED",
    "403, UNAUTHORIZED",
    "404, REFUSED",
    "405, REFUSED",
    "406, REFUSED",
    "415, REFUSED",
    "429, UNAVAILABLE",
    "500, UNAVAILABLE",
    "502, UNAVAILABLE",
    "503, UNAVAILABLE",
    "302, REFUSED"
  })
  void aStatusThatIsNoAnswer(int status, String kind) throws InterruptedException {
    assertThat(
            answerTo((_, wire) ->
                wire.respond(status, "text/html", "<b>\u001b", "Location: /elsewhere\r\n")))
        .isEqualTo("1 " + kind);
    assertThat(handler.failures.getFirst().text())
        .contains("http://127.0.0.1:")
        .contains("status " + status)
        .endsWith("<b>?");
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 404, 500})
  void anErrorIsAnAnswerWhateverTheStatusUnderTheIdThatWasAsked(int status)
      throws InterruptedException {
    assertThat(
            answerTo((_, wire) -> wire.respond(status, "application/json", error("null", -32601))))
        .isEqualTo("1 " + error(1, -32601));
  }

  @ParameterizedTest
  @ValueSource(ints = {401, 403, 429})
  void anErrorBesideARefusalOfAccessSaysNothingOfTheProtocol(int status)
      throws InterruptedException {
    answerTo((_, wire) -> wire.respond(status, "application/json", error("null", -32000)));
    assertThat(handler.failures).hasSize(1);
  }

  @Test
  void aProbeIsNotAnsweredByABrokenServer() throws InterruptedException {
    var server = serve((_, wire) -> wire.respond(500, "application/json", error("null", -32603)));
    connect(server).send(modern(1, "server/discover", ""));
    assertThat(handler.next()).isEqualTo("1 UNAVAILABLE");
  }

  @ParameterizedTest
  @ValueSource(strings = {"text/html", "text/plain", ""})
  void contentThatIsNoMessage(String type) throws InterruptedException {
    assertThat(answerTo((_, wire) -> wire.respond(200, type, "hello"))).isEqualTo("1 REFUSED");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "[]", "null", "{}", "[{}]", "{\"jsonrpc\":\"2.0\",\"id\":1}"})
  void jsonThatIsNoMessage(String body) throws InterruptedException {
    assertThat(answerTo((_, wire) -> wire.json(body))).isEqualTo("1 REFUSED");
  }

  private static Arguments row(String what, String heard, ScriptedServer.Script script) {
    return Arguments.of(what, heard, script);
  }

  static Stream<Arguments> answers() {
    return Stream.of(
        row("accepted and not answered", "1 REFUSED", (_, wire) -> wire.accepted()),
        row("P28: another's answer", "1 REFUSED", (_, wire) -> wire.json(result(2, "\"s\":1"))),
        row(
            "an id that became a string is set right",
            "1 " + result(1, "\"a\":1.0"),
            (_, wire) -> wire.json(result("\"1\"", "\"a\":1.0"))),
        row("reset before the answer", "1 UNREACHABLE", (_, wire) -> wire.reset()),
        row("no HTTP", "1 UNREACHABLE", (_, wire) -> wire.raw("SSH-2.0-x\r\n\r\n").halfClose()),
        row("a body cut short", "1 BROKEN", (_, wire) -> wire.raw(CUT_SHORT).halfClose()),
        row(
            "a stream cut short",
            "1 BROKEN",
            (_, wire) -> wire.events().chunk("data: {").halfClose()),
        row(
            "an event that may be the answer and cannot be read",
            "1 REFUSED",
            (_, wire) -> wire.events().event("{\"jsonrpc\"").hang()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("answers")
  void whatComesInPlaceOfAnAnswer(String what, String heard, ScriptedServer.Script script)
      throws InterruptedException {
    assertThat(answerTo(script)).as(what).isEqualTo(heard);
  }

  @Test
  void aBatchIsTakenApart() throws InterruptedException {
    var news = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/news\"}";
    call((_, wire) -> wire.json("[" + news + "," + result(1, "") + "]"));
    hears("1 " + news, "1 " + result(1, ""));
  }

  @Test
  void nobodyListens() throws IOException, InterruptedException {
    var url = URI.create("http://127.0.0.1:1/mcp?key=secret");
    connect(url, HttpBounds.DEFAULT, new HandTime()).send(legacy(1, "tools/call"));
    assertThat(handler.next()).isEqualTo("1 UNREACHABLE");
    assertThat(handler.failures.getFirst().text())
        .contains("cannot be reached")
        .doesNotContain("secret");
  }

  @Test
  @DisplayName("A name that nobody has is told apart from a port at which nobody listens")
  void aNameThatDoesNotExist() {
    var origin =
        new HttpOrigin(URI.create("http://h.invalid/mcp"), Map.of(), Duration.ofSeconds(1));
    var unknown = new ConnectException();
    unknown.initCause(new UnresolvedAddressException());
    assertThat(HttpFailure.unreachable(origin, unknown).text())
        .endsWith("cannot be reached: there is no machine of that name");
    assertThat(HttpFailure.unreachable(origin, new ConnectException()).text())
        .contains("cannot be reached: nothing listens there");
  }

  @Test
  void anAnswerIsReadAlsoIfTheConnectionBreaksRightBehindIt() throws InterruptedException {
    for (int round = 0; round < 50; round++) {
      call((_, wire) -> wire.events().event(result(1, "")).reset());
      assertThat(handler.next()).isEqualTo("1 " + result(1, ""));
    }
  }

  @Test
  void allThatCameBeforeABreakIsReadHoweverMuchThatIs() throws InterruptedException {
    var news =
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/news\",\"params\":{\"of\":\""
            + "n".repeat(2000)
            + "\"}}";
    // In one piece: the reset drops data still waiting to be sent.
    var all = ("data: " + news + "\n\n").repeat(20) + "data: " + result(1, "") + "\n\n";
    call((_, wire) -> wire.events().chunk(all).reset());
    for (int i = 0; i < 20; i++) {
      assertThat(handler.next()).isEqualTo("1 " + news);
    }
    assertThat(handler.next()).isEqualTo("1 " + result(1, ""));
  }

  @ParameterizedTest
  @ValueSource(strings = {"application/json", "text/event-stream"})
  void theServerFallsSilentInTheMiddleOfItsAnswer(String type) throws InterruptedException {
    var time = new HandTime();
    var head = "HTTP/1.1 200 OK\r\nContent-Type: " + type + "\r\nContent-Length: 9\r\n\r\n";
    var bounds = HttpBounds.DEFAULT.withIdle(Duration.ofSeconds(7));
    call((_, wire) -> wire.raw(head).hang(), bounds, time);
    time.pass(Duration.ofSeconds(7));
    assertThat(handler.next()).isEqualTo("1 BROKEN");
    assertThat(handler.failures.getFirst().text()).contains("sent nothing for 7 s");
  }

  @Test
  void anAnswerLargerThanTheBound() throws InterruptedException {
    var bounds = HttpBounds.DEFAULT.withMessage(1000);
    var big = result(1, "\"x\":\"" + "y".repeat(2000) + "\"");
    call((_, wire) -> wire.json(big), bounds, new HandTime());
    assertThat(handler.next()).isEqualTo("1 BROKEN");
    call((_, wire) -> wire.events().event(big).hang(), bounds, new HandTime());
    assertThat(handler.next()).isEqualTo("1 REFUSED");
    assertThat(handler.failures.getLast().text()).contains("larger than 1000 bytes");
  }

  @Test
  void anEventThatIsNoMessageIsPassedOverIfItCannotBeTheAnswer() throws InterruptedException {
    assertThat(
            answerTo((_, wire) ->
                wire.events()
                    .chunk(": comment\n\nevent: ping\ndata: x\n\n")
                    .event("{\"jsonrpc\":\"2.0\",\"method\":7}")
                    .event(result(3, ""))
                    .event(result(1, ""))
                    .end()))
        .isEqualTo("1 " + result(1, ""));
    assertThat(handler.notes).hasSize(2);
  }

  @Test
  void aStreamMayBeChoppedUpAtEveryByteAndEndItsLinesAsItLikes() throws InterruptedException {
    for (var end : new String[] {"\n", "\r\n", "\r"}) {
      var text = "\ufeffevent: message" + end + "data: " + result(1, "\"ü\":1") + end + end;
      var bytes = Said.utf8(text);
      call((_, wire) -> {
        wire.events();
        for (byte one : bytes) {
          wire.raw("1\r\n").raw(new byte[] {one}).raw("\r\n");
        }
        wire.end();
      });
      assertThat(handler.next()).isEqualTo("1 " + result(1, "\"ü\":1"));
    }
  }

  @Test
  void moreRequestsThanTheBoundAreRefusedAtOnce() throws InterruptedException {
    var server = serve((_, wire) -> wire.hang());
    var connection = connect(server, HttpBounds.DEFAULT.withOpen(2), new HandTime());
    assertThat(connection.send(legacy(1, "tools/call"))).isTrue();
    assertThatThrownBy(() -> connection.send(legacy(1, "tools/call")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("id 1 is open");
    assertThat(connection.send(legacy(2, "tools/call"))).isTrue();
    assertThat(connection.send(legacy(3, "tools/call"))).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "X-A, 's3cret\r\nX-B: 1'",
    "X-A, 's3cr\u00e9t'",
    "Host, s3cret",
    "'X A', s3cret",
    "Mcp-Session-Id, s3cret"
  })
  void aHeaderThatCannotBeSentIsRefusedWithoutItsValue(String name, String value) {
    assertRefused("http://127.0.0.1:1/", Map.of(name, value))
        .hasMessageContaining("\"" + name + "\"")
        .hasMessageNotContaining("s3cr");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ftp://h/", "mailto:a@b", "/mcp", "http:///x"})
  void anAddressThatIsNoneOfHttpIsRefused(String url) {
    assertRefused(url, Map.of()).hasMessageContaining("not an address of HTTP");
  }

  private AbstractThrowableAssert<?, ?> assertRefused(String url, Map<String, String> headers) {
    var bounds = HttpBounds.DEFAULT;
    return assertThatThrownBy(() ->
            new HttpConnection("s", URI.create(url), headers, bounds, new HandTime(), handler))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
