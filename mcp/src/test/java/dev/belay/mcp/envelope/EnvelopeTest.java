package dev.belay.mcp.envelope;

import static dev.belay.mcp.envelope.Lines.malformed;
import static dev.belay.mcp.envelope.Lines.parse;
import static dev.belay.mcp.envelope.Lines.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("MCP §messages: what is a message, and what kind of one")
final class EnvelopeTest {
  @Test
  void aRequestHasAnIdAndAMethod() {
    Envelope e = parse("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"ping\"}");

    assertThat(e.kind()).isEqualTo(Kind.REQUEST);
    assertThat(e.requireId()).isEqualTo(RequestId.of(7));
    assertThat(e.method()).isEqualTo("ping");
    assertThat(e.params()).isNull();
  }

  @Test
  void aMethodWithoutAnIdIsANotification() {
    Envelope e = parse("{\"method\":\"notifications/initialized\",\"jsonrpc\":\"2.0\"}");

    assertThat(e.kind()).isEqualTo(Kind.NOTIFICATION);
    assertThat(e.id()).isNull();
    assertThatThrownBy(e::requireId).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void aResultOrAnErrorIsAnAnswer() {
    assertThat(parse("{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"result\":{}}").kind())
        .isEqualTo(Kind.RESPONSE);
    assertThat(parse("{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"error\":{\"code\":1}}").kind())
        .isEqualTo(Kind.ERROR);
  }

  @Test
  void aServerMayReportAnErrorForARequestItCouldNotRead() {
    assertThat(parse("{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32700}}").id())
        .isNull();
    assertThat(parse("{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32700}}").kind())
        .isEqualTo(Kind.ERROR);
  }

  @Test
  void aNullResultIsAResult() {
    Envelope e = parse("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":null}");

    assertThat(e.kind()).isEqualTo(Kind.RESPONSE);
    assertThat(Objects.requireNonNull(e.result()).isNull(e.bytes())).isTrue();
  }

  @Test
  void nullParamsAreNoParams() {
    assertThat(parse("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"m\",\"params\":null}").params())
        .isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "\"\"", "-1", "1e3", "9223372036854775808", "1.5", "\"\\u0031\""})
  @DisplayName("ids are kept as they came")
  void anIdOfAnyNumberOrStringIsKept(String id) {
    Envelope e = parse("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"m\"}");

    assertThat(e.kind()).isEqualTo(Kind.REQUEST);
    assertThat(text(e.requireId().json())).isEqualTo(id);
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "{}", "[1]", "true"})
  void anIdOfAnotherKindIsRefused(String id) {
    assertInvalid(
        "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"m\"}",
        "\"id\" must be a string or a number",
        null);
  }

  private static void assertInvalid(String line, String why, @Nullable RequestId id) {
    MalformedEnvelope e = malformed(line);

    assertThat(e.code()).isEqualTo(ErrorCode.INVALID_REQUEST);
    assertThat(e).hasMessage("Invalid request: " + why);
    assertThat(e.id()).isEqualTo(id);
  }

  @Test
  void anIdBeyondItsBoundIsRefusedAndNotSentBack() {
    var line = "{\"jsonrpc\":\"2.0\",\"id\":\"" + "x".repeat(1023) + "\",\"method\":\"m\"}";
    assertInvalid(line, "\"id\" is too long", null);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'id':5,'method':'m'} | 'jsonrpc' must be '2.0'",
        "{'jsonrpc':2.0,'id':5,'method':'m'} | 'jsonrpc' must be '2.0'",
        "{'jsonrpc':'1.0','id':5,'method':'m'} | 'jsonrpc' must be '2.0'",
        "{'jsonrpc':'2.0','id':5,'Method':'m'} | it has no 'method', 'result' or 'error' (keys are"
            + " case-sensitive)",
        "{'jsonrpc':'2.0','id':5,'method':5} | 'method' must be a string",
        "{'jsonrpc':'2.0','id':5,'method':'m','paramſ':[],'params':[1]} | 'params' must be an"
            + " object",
        "{'jsonrpc':'2.0','id':5,'method':'m','params':'x'} | 'params' must be an object",
        "{'jsonrpc':'2.0','id':5,'method':'m','params':{'_meta':[]}} | 'params._meta' must be an"
            + " object",
        "{'jsonrpc':'2.0','id':5,'method':'m','method':'n'} | 'method' comes twice",
        "{'jsonrpc':'2.0','id':5,'method':'m','x':1,'x':2} | 'x' comes twice",
        "{'jsonrpc':'2.0','id':5,'method':'m','params':{'name':'a','name':'b'}} | 'name' comes"
            + " twice",
        "{'jsonrpc':'2.0','id':5,'method':'m','params':{'_meta':{'timeout':1,'timeout':2}}} |"
            + " 'timeout' comes twice",
        "{'jsonrpc':'2.0','id':5,'method':'m','\\u006dethod':'n'} | 'method' comes twice",
        "{'jsonrpc':'2.0','id':5,'method':'m','result':{}} | only one of 'method', 'result' and"
            + " 'error' may be there",
        "{'jsonrpc':'2.0','id':5,'result':{},'error':{}} | only one of 'method', 'result' and"
            + " 'error' may be there",
        "{'jsonrpc':'2.0','id':5,'error':'x'} | 'error' must be an object",
      })
  void whatIsNoMessageIsRefusedWithItsId(String line, String fault) {
    assertInvalid(line.replace('\'', '"'), fault.replace('\'', '"'), RequestId.of(5));
  }

  @ParameterizedTest
  @ValueSource(strings = {"Method", "METHOD", "methoD", "method "})
  @DisplayName("CVE-2026-27896: a key in another case is another key, for whoever reads it")
  void keysAreCaseSensitive(String key) {
    var shadow = "{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"tools/list\",\"" + key + "\":\"x\"}";

    assertThat(parse(shadow).method()).isEqualTo("tools/list");
    assertThat(malformed("{\"jsonrpc\":\"2.0\",\"id\":5,\"" + key + "\":\"tools/call\"}"))
        .hasMessageContaining("it has no \"method\"");
  }

  @Test
  void ofTwoIdsNeitherIsTheOne() {
    var line = "{\"jsonrpc\":\"2.0\",\"id\":1,\"id\":2,\"method\":\"m\"}";
    assertInvalid(line, "\"id\" comes twice", null);
  }

  @Test
  void aPeersKeyIsShownShortAndTame() {
    String member = "\"\\u001b" + "x".repeat(1000) + "\":0";
    MalformedEnvelope e =
        malformed("{\"jsonrpc\":\"2.0\",\"method\":\"m\"," + member + "," + member + "}");

    assertThat(e).hasMessage("Invalid request: \"\\u001b" + "x".repeat(63) + "\" comes twice");
  }

  @Test
  void aBrokenAnswerIsKnownAsOneSoThatNobodyAnswersIt() {
    assertThat(malformed("{\"id\":5,\"result\":{}}").kind()).isEqualTo(Kind.RESPONSE);
    assertThat(malformed("{\"id\":5,\"error\":{}}").kind()).isEqualTo(Kind.ERROR);
    assertThat(malformed("{\"id\":5,\"method\":\"m\"}").kind()).isEqualTo(Kind.REQUEST);
    assertThat(malformed("{\"id\":5}").kind()).isNull();
  }

  @Test
  void unknownMembersAreToleratedUpToABound() {
    var line = new StringBuilder("{\"jsonrpc\":\"2.0\",\"method\":\"m\"");
    for (int i = 0; i < 64; i++) {
      line.append(",\"x").append(i).append("\":0");
    }
    assertThat(parse(line + "}").method()).isEqualTo("m");
    assertThat(malformed(line + ",\"x64\":0}"))
        .hasMessage("Invalid request: more than 64 unknown members");
  }

  @Test
  void governedMembersAreFoundWhereverTheyStand() {
    Envelope e =
        parse(
            "{\"params\":{\"_meta\":{\"progressToken\":\"t\",\"timeout\":5e3},\"arguments\":{\"name\":1},"
                + "\"na\\u006de\":\"a\\nb\"},\"method\":\"tools/call\",\"jsonrpc\":\"2.0\",\"id\":1}");

    assertThat(e.text(Member.PARAMS_NAME)).isEqualTo("a\nb");
    assertThat(e.id(Member.META_PROGRESS_TOKEN)).isEqualTo(RequestId.of("t"));
    assertThat(e.number(Member.META_TIMEOUT)).isEqualTo("5e3");
    assertThat(e.raw(Member.PARAMS_ARGUMENTS)).isEqualTo(Lines.utf8("{\"name\":1}"));
    assertThat(e.has(Member.PARAMS_URI)).isFalse();
    assertThat(e.text(Member.META_TIMEOUT)).isNull();
    assertThat(e.number(Member.PARAMS_NAME)).isNull();
  }

  @Test
  void aResultIsReadAsFarAsBelayGovernsIt() {
    Envelope e =
        parse(
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"isError\":true,\"content\":[],\"resultType\":\"task\","
                + "\"task\":{\"taskId\":\"t1\",\"status\":\"working\"}}}");

    assertThat(e.isTrue(Member.RESULT_IS_ERROR)).isTrue();
    assertThat(e.text(Member.RESULT_TYPE)).isEqualTo("task");
    assertThat(e.text(Member.TASK_ID)).isEqualTo("t1");
  }
}
