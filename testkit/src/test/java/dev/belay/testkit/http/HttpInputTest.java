package dev.belay.testkit.http;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.ProtocolException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class HttpInputTest {
  @Test
  void messagesFollowEachOtherHoweverTheyAreFramed() throws IOException {
    var in =
        input(
            String.join(
                "",
                "HTTP/1.1 204 No Content\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length:  5\r\n\r\nhello",
                "HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n",
                "3;x=1\r\nchu\r\n4\r\nnked\r\n0\r\n\r\n",
                "HTTP/1.1 404 Not Found\r\nX: y\r\n\r\nuntil the end"));

    assertThat(body(in)).isEqualTo("204 ");
    assertThat(body(in)).isEqualTo("200 hello");
    assertThat(body(in)).isEqualTo("200 chunked");
    assertThat(body(in)).isEqualTo("404 until the end");
    assertThat(in.head()).isNull();
  }

  @Test
  void aRequestIsReadWithItsFields() throws IOException {
    var in = input("POST /mcp HTTP/1.1\r\nA: 1\r\na: 2\r\nEmpty:\r\nContent-Length: 2\r\n\r\n{}");
    var head = requireNonNull(in.head());

    assertThat(head.method() + " " + head.target()).isEqualTo("POST /mcp");
    assertThat(head.field("a")).isEqualTo("1");
    assertThat(head.has("empty")).isTrue();
    assertThat(head.status()).isEqualTo(-1);
    assertThat(in.requestBody(head)).asString().isEqualTo("{}");
  }

  @Test
  void whatBreaksOffOrIsBrokenIsAnError() {
    assertThatThrownBy(() -> body(input("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhi")))
        .isInstanceOf(EOFException.class)
        .hasMessageContaining("3 bytes");
    assertThatThrownBy(() -> body(input("HTTP/1.1 200 OK\r\nContent-")))
        .isInstanceOf(EOFException.class);
    assertThatThrownBy(
            () -> body(input("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n")))
        .isInstanceOf(ProtocolException.class);
  }

  private static HttpInput input(String text) {
    return new HttpInput(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
  }

  private static String body(HttpInput in) throws IOException {
    var head = requireNonNull(in.head());
    var body = new ByteArrayOutputStream();
    in.responseBody(head, (buffer, length) -> body.write(buffer, 0, length));
    return head.status() + " " + body.toString(StandardCharsets.UTF_8);
  }
}
