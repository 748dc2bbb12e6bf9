package dev.belay.cli.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.mcp.envelope.Bounds;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.MalformedEnvelope;
import org.junit.jupiter.api.Test;

final class CallResultTest {
  @Test
  void textsAreLines() throws MalformedEnvelope {
    var result =
        result(
            """
            {"content":[{"type":"text","text":"a\\n"},{"type":"text","text":"b"}],\
            "structuredContent":{"x":1}}\
            """);

    assertThat(result.text()).isEqualTo("a\nb\n");
    assertThat(result.isError()).isFalse();
  }

  @Test
  void whatIsNoTextIsANote() throws MalformedEnvelope {
    var result =
        result(
            """
            {"content":[{"type":"image","mimeType":"image/png","data":"AAAA"},\
            {"type":"resource_link","uri":"file:///x"},\
            {"type":"resource","resource":{"uri":"u","text":"inside"}},\
            {"type":"resource","resource":{"uri":"u","blob":"AA"}},{"type":"odd"},{}]}\
            """);

    assertThat(result.text())
        .isEqualTo(
            """
            [image image/png, 4 bytes of base64; --json shows all]
            [resource link file:///x; --json shows all]
            inside
            [resource u; --json shows all]
            [odd; --json shows all]
            [content without a type; --json shows all]
            """);
  }

  @Test
  void structuredContentStandsInForMissingText() throws MalformedEnvelope {
    assertThat(result("{\"content\":[],\"structuredContent\":{\"x\": 1}}").text())
        .isEqualTo("{\"x\": 1}\n");
    assertThat(result("{\"structuredContent\":[1]}").text()).isEqualTo("[1]\n");
    assertThat(result("{\"content\":[]}").text()).isEmpty();
  }

  @Test
  void theWholeResultIsAsItCame() throws MalformedEnvelope {
    assertThat(result("{\"content\":[], \"odd\":1.50}").json())
        .isEqualTo("{\"content\":[], \"odd\":1.50}");
  }

  @Test
  void bothWaysToSayErrorAreErrors() throws MalformedEnvelope {
    var error = answer("\"error\":{\"code\":-32602,\"message\":\"Unknown tool\"}");

    assertThat(error.isError()).isTrue();
    assertThat(error.text()).isEqualTo("Unknown tool\n");
    assertThat(error.json()).isEqualTo("{\"code\":-32602,\"message\":\"Unknown tool\"}");
    assertThat(result("{\"content\":[],\"isError\":true}").isError()).isTrue();
  }

  private static CallResult result(String json) throws MalformedEnvelope {
    return answer("\"result\":" + json);
  }

  private static CallResult answer(String member) throws MalformedEnvelope {
    var line = "{\"jsonrpc\":\"2.0\",\"id\":1," + member + "}";
    return new CallResult(Envelope.parse(line.getBytes(UTF_8), Bounds.DEFAULT));
  }
}
