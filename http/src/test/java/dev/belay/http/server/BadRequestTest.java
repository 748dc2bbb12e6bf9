package dev.belay.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("P21: a request that could be read in two ways is refused, and its connection closed")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class BadRequestTest {
  @AutoClose private final TestServer server = new TestServer(TestRoutes.ECHO);

  /** In the sent text, {@code \r}, {@code \n}, {@code \t} and {@code \0} are escapes. */
  @ParameterizedTest(name = "{1}: {0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          both lengths | 400 | POST /echo HTTP/1.1\\r\\nHost: localhost\\r\\nContent-Length: 3\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n0\\r\\n\\r\\n
          both lengths, the other way round | 400 | POST /echo HTTP/1.1\\r\\nHost: localhost\\r\\nTransfer-Encoding: chunked\\r\\nContent-Length: 3\\r\\n\\r\\n0\\r\\n\\r\\n
          two lengths that differ | 400 | POST /echo HTTP/1.1\\r\\nHost: localhost\\r\\nContent-Length: 3\\r\\nContent-Length: 4\\r\\n\\r\\nabcd
          two lengths that agree | 400 | POST /echo HTTP/1.1\\r\\nHost: localhost\\r\\nContent-Length: 3\\r\\nContent-Length: 3\\r\\n\\r\\nabc
          a list of lengths | 400 | POST /echo HTTP/1.1\\r\\nHost: localhost\\r\\nContent-Length: 3, 3\\r\\n\\r\\nabc
          a signed length | 400 | POST /echo HTTP/1.1\\r\\nHost: localhost\\r\\nContent-Length: +3\\r\\n\\r\\nabc
          a negative length | 400 | POST /echo HTTP/1.1\\r\\nHost: localhost\\r\\nContent-Length: -3\\r\\n\\r\\nabc
          a length in hexadecimal | 400 | POST /echo HTTP/1.1\\r\\nHost: localhost\\r\\nContent-Length: 0x3\\r\\n\\r\\nabc
          an empty length | 400 | POST /echo HTTP/1.1\\r\\nHost: localhost\\r\\nContent-Length:\\r\\n\\r\\nabc
          a length beyond all numbers | 413 | POST /echo HTTP/1.1\\r\\nHost: localhost\\r\\nContent-Length: 99999999999999999999\\r\\n\\r\\nabc
          gzip and chunks | 400 | POST /echo HTTP/1.1\\r\\nHost: localhost\\r\\nTransfer-Encoding: gzip, chunked\\r\\n\\r\\n0\\r\\n\\r\\n
          chunks twice | 400 | POST /echo HTTP/1.1\\r\\nHost: localhost\\r\\nTransfer-Encoding: chunked\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n0\\r\\n\\r\\n
          chunks and something | 400 | POST /echo HTTP/1.1\\r\\nHost: localhost\\r\\nTransfer-Encoding: chunked, identity\\r\\n\\r\\n0\\r\\n\\r\\n
          a coding with a control | 400 | POST /echo HTTP/1.1\\r\\nHost: localhost\\r\\nTransfer-Encoding: \\0chunked\\r\\n\\r\\n0\\r\\n\\r\\n
          a misspelt coding | 400 | POST /echo HTTP/1.1\\r\\nHost: localhost\\r\\nTransfer-Encoding: xchunked\\r\\n\\r\\n0\\r\\n\\r\\n
          chunks in HTTP/1.0 | 400 | POST /echo HTTP/1.0\\r\\nHost: localhost\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n0\\r\\n\\r\\n
          a space before the colon | 400 | POST /echo HTTP/1.1\\r\\nHost: localhost\\r\\nTransfer-Encoding : chunked\\r\\n\\r\\n0\\r\\n\\r\\n
          a folded header | 400 | GET /path HTTP/1.1\\r\\nHost: localhost\\r\\nX-One: a\\r\\n b\\r\\n\\r\\n
          a header folded by a tab | 400 | GET /path HTTP/1.1\\r\\nHost: localhost\\r\\nX-One: a\\r\\n\\tb\\r\\n\\r\\n
          lone line feeds | 400 | GET /path HTTP/1.1\\nHost: localhost\\n\\n
          a lone line feed in a head | 400 | GET /path HTTP/1.1\\r\\nHost: localhost\\nX: y\\r\\n\\r\\n
          a lone CR in a value | 400 | GET /path HTTP/1.1\\r\\nHost: localhost\\r\\nX: a\\rTransfer-Encoding: chunked\\r\\n\\r\\n
          a CR too many | 400 | GET /path HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\r\\n\\r\\n
          NUL in a value | 400 | GET /path HTTP/1.1\\r\\nHost: localhost\\r\\nX: a\\0b\\r\\n\\r\\n
          NUL in a name | 400 | GET /path HTTP/1.1\\r\\nHost: localhost\\r\\nX\\0: a\\r\\n\\r\\n
          NUL in the path | 400 | GET /pa\\0th HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n
          a header without a name | 400 | GET /path HTTP/1.1\\r\\nHost: localhost\\r\\n: a\\r\\n\\r\\n
          a header without a colon | 400 | GET /path HTTP/1.1\\r\\nHost: localhost\\r\\nnonsense\\r\\n\\r\\n
          a name in brackets | 400 | GET /path HTTP/1.1\\r\\nHost: localhost\\r\\n(X): a\\r\\n\\r\\n
          two spaces in the first line | 400 | GET  /path HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n
          a tab in the first line | 400 | GET\\t/path HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n
          a space after the version | 400 | GET /path HTTP/1.1 \\r\\nHost: localhost\\r\\n\\r\\n
          a target with a space | 400 | GET /pa th HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n
          no version | 400 | GET /path\\r\\n\\r\\n
          a fragment | 400 | GET /path#here HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n
          no path | 400 | GET path HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n
          a tunnel | 400 | CONNECT localhost:22 HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n
          another host in the target | 400 | GET http://evil.example/path HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n
          a user in the target | 400 | GET http://a@localhost/path HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n
          another scheme | 400 | GET ftp://localhost/path HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n
          a version in small letters | 400 | GET /path http/1.1\\r\\nHost: localhost\\r\\n\\r\\n
          HTTP/2 | 505 | PRI * HTTP/2.0\\r\\n\\r\\nSM\\r\\n\\r\\n
          HTTP/1.2 | 505 | GET /path HTTP/1.2\\r\\nHost: localhost\\r\\n\\r\\n
          no host | 400 | GET /path HTTP/1.1\\r\\n\\r\\n
          two hosts | 400 | GET /path HTTP/1.1\\r\\nHost: localhost\\r\\nHost: localhost\\r\\n\\r\\n
          nothing but noise | 400 | \\0\\0\\0\\0\\r\\n
          two empty lines | 400 | \\r\\n\\r\\nGET /path HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n
          an unknown content encoding | 415 | POST /echo HTTP/1.1\\r\\nHost: localhost\\r\\nContent-Encoding: br\\r\\nContent-Length: 3\\r\\n\\r\\nabc
          an unknown expectation | 417 | POST /echo HTTP/1.1\\r\\nHost: localhost\\r\\nExpect: tea\\r\\nContent-Length: 3\\r\\n\\r\\nabc
          a chunk without a size | 400 | POST /echo HTTP/1.1\\r\\nHost: localhost\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n\\r\\n
          a chunk of no number | 400 | POST /echo HTTP/1.1\\r\\nHost: localhost\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\nxyz\\r\\nabc\\r\\n0\\r\\n\\r\\n
          a negative chunk | 400 | POST /echo HTTP/1.1\\r\\nHost: localhost\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n-3\\r\\nabc\\r\\n0\\r\\n\\r\\n
          a chunk with 0x | 400 | POST /echo HTTP/1.1\\r\\nHost: localhost\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n0x3\\r\\nabc\\r\\n0\\r\\n\\r\\n
          a chunk longer than it says | 400 | POST /echo HTTP/1.1\\r\\nHost: localhost\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n3\\r\\nabcd\\r\\n0\\r\\n\\r\\n
          chunks with lone line feeds | 400 | POST /echo HTTP/1.1\\r\\nHost: localhost\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n3\\nabc\\n0\\n\\n
          a huge chunk | 413 | POST /echo HTTP/1.1\\r\\nHost: localhost\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\nffffffffffffffff\\r\\nabc
          a control in an extension | 400 | POST /echo HTTP/1.1\\r\\nHost: localhost\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n3;a\\0\\r\\nabc\\r\\n0\\r\\n\\r\\n
          a bad trailer | 400 | POST /echo HTTP/1.1\\r\\nHost: localhost\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n0\\r\\nno trailer\\r\\n\\r\\n
          """)
  void refused(String what, int status, String sent) throws IOException {
    String smuggled = "GET /path?smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n";
    try (var client = server.client()) {
      client.send(unescaped(sent) + smuggled);
      var answer = client.answer();
      assertThat(answer.status()).as(what).isEqualTo(status);
      assertThat(answer.header("connection")).isEqualTo("close");
      assertThat(answer.header("content-type")).isEqualTo("application/json");
      assertThat(answer.body()).startsWith("{\"error\":\"").doesNotContain("smuggled");
      assertThat(client.isClosed()).isTrue();
    }
    try (var next = server.client()) {
      assertThat(next.get("/path?next").answer().body()).isEqualTo("/path next");
    }
  }

  private static String unescaped(String text) {
    return text.replace("\\r", "\r").replace("\\n", "\n").replace("\\t", "\t").replace("\\0", "\0");
  }
}
