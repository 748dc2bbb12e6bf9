package dev.belay.http.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.mcp.client.ParamHeader;
import dev.belay.mcp.envelope.Member;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("2026-07-28: Mcp-Param headers say what the arguments say, or the request is refused")
final class ParamHeadersTest {
  private final Rig rig = new Rig();

  @BeforeEach
  void declare() {
    rig.schemas =
        (_, call) ->
            "t".equals(call.text(Member.PARAMS_NAME))
                ? List.of(
                    new ParamHeader("Region", List.of("region")),
                    new ParamHeader("Deep", List.of("a", "b")))
                : null;
  }

  private FakeResponse call(String arguments, String... headers) {
    return rig.request(
        "POST", Rig.modernCall("1", "t", arguments), Rig.with(Rig.modernHeaders("t"), headers));
  }

  private static void refused(FakeResponse response, String message) {
    assertThat(response.status).isEqualTo(400);
    assertThat(response.body)
        .contains("\"code\":-32020", "\"message\":\"Header mismatch: " + message + "\"");
  }

  @Test
  void whatIsEqualPasses() {
    assertThat(call("{}").status).isEqualTo(200);
    assertThat(call("{\"region\":null}").status).isEqualTo(200);
    assertThat(call("{\"region\":\"us\"}", "Mcp-Param-Region", " us ").status).isEqualTo(200);
    assertThat(call("{\"region\":true}", "mcp-param-region", "true").status).isEqualTo(200);
    assertThat(call("{\"a\":{\"b\":\"x\"}}", "Mcp-Param-Deep", "x").status).isEqualTo(200);
    assertThat(call("{\"region\":\"ü\"}", "Mcp-Param-Region", "=?base64?w7w=?=").status)
        .isEqualTo(200);
  }

  @Test
  void numbersAreComparedAsNumbers() {
    assertThat(call("{\"region\":42}", "Mcp-Param-Region", "42.0").status).isEqualTo(200);
    assertThat(call("{\"region\":1e2}", "Mcp-Param-Region", "100").status).isEqualTo(200);
    refused(
        call("{\"region\":42}", "Mcp-Param-Region", "43"),
        "the Mcp-Param-Region header is not what the arguments say");
    refused(
        call("{\"region\":1e999999999}", "Mcp-Param-Region", "1"),
        "the Mcp-Param-Region header is not what the arguments say");
    refused(
        call("{\"region\":1}", "Mcp-Param-Region", "one"),
        "the Mcp-Param-Region header is not what the arguments say");
  }

  @Test
  void aMissingHeaderIsRefused() {
    refused(call("{\"region\":\"us\"}"), "the Mcp-Param-Region header is missing");
    refused(call("{\"a\":{\"b\":1}}"), "the Mcp-Param-Deep header is missing");
  }

  @Test
  void aHeaderWithoutAnArgumentIsRefused() {
    refused(
        call("{}", "Mcp-Param-Region", "us"),
        "the Mcp-Param-Region header is not what the arguments say");
  }

  @Test
  void anotherValueIsRefused() {
    refused(
        call("{\"region\":\"us\"}", "Mcp-Param-Region", "US"),
        "the Mcp-Param-Region header is not what the arguments say");
    refused(
        call("{\"region\":\"us\"}", "Mcp-Param-Region", "us", "Mcp-Param-Region", "eu"),
        "the Mcp-Param-Region header is not what the arguments say");
    refused(
        call("{\"region\":\"us\"}", "Mcp-Param-Region", "=?base64?!?="),
        "the Mcp-Param-Region header is not what the arguments say");
    refused(
        call("{\"region\":\"Hello\"}", "Mcp-Param-Region", "=?base64?SGVsbG8?="),
        "the Mcp-Param-Region header is not what the arguments say");
    assertThat(call("{\"region\":\"Hello\"}", "Mcp-Param-Region", "=?base64?SGVsbG8=?=").status)
        .isEqualTo(200);
  }

  @Test
  void aToolThatIsNotKnownIsNotChecked() {
    assertThat(
            rig.request(
                    "POST",
                    Rig.modernCall("1", "other"),
                    Rig.with(Rig.modernHeaders("other"), "Mcp-Param-Region", "us"))
                .status)
        .isEqualTo(200);
  }
}
