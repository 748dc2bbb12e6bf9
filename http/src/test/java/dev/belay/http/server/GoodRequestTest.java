package dev.belay.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A request is read the same however it comes")
final class GoodRequestTest {
  @AutoClose private final TestServer server = new TestServer(TestRoutes.ECHO);

  @Test
  void byteByByte() throws IOException {
    String sent =
        String.join(
            "\r\n",
            "",
            "POST /echo HTTP/1.1",
            "host:LOCALHOST:99",
            "Transfer-Encoding: Chunked",
            "",
            "3;ext=\"1\"",
            "abc",
            "000A",
            "0123456789",
            "0",
            "Trailer: x",
            "",
            "GET /path?q HTTP/1.1",
            "Host: localhost",
            "",
            "");
    try (var client = server.client()) {
      for (int at = 0; at < sent.length(); at++) {
        client.send(sent.substring(at, at + 1));
      }
      assertThat(client.answer().body()).isEqualTo("abc0123456789");
      assertThat(client.answer().body()).isEqualTo("/path q");
    }
  }

  @Test
  void aTargetMayNameItsHost() throws IOException {
    try (var client = server.client()) {
      client.send("GET http://LocalHost/path?a HTTP/1.1\r\nHost: localhost\r\n\r\n");
      assertThat(client.answer().body()).isEqualTo("/path a");
    }
  }

  @Test
  void http10IsAnsweredAndClosed() throws IOException {
    try (var client = server.client()) {
      client.send("GET /path HTTP/1.0\r\nHost: localhost\r\nConnection: keep-alive\r\n\r\n");
      assertThat(client.answer().body()).isEqualTo("/path null");
      assertThat(client.isClosed()).isTrue();
    }
  }

  @Test
  void aClientThatWantsToCloseIsClosed() throws IOException {
    try (var client = server.client()) {
      client.send("GET /path HTTP/1.1\r\nHost: localhost\r\nConnection: te, Close\r\n\r\n");
      var answer = client.answer();
      assertThat(answer.header("connection")).isEqualTo("close");
      assertThat(client.isClosed()).isTrue();
    }
  }

  @Test
  void aClientThatAsksFirstIsToldToGoOn() throws IOException {
    try (var client = server.client()) {
      client.lines(
          "POST /echo HTTP/1.1", "Host: localhost", "Expect: 100-continue", "Content-Length: 3");
      assertThat(client.head()).containsExactly("HTTP/1.1 100 Continue");
      assertThat(client.send("abc").answer().body()).isEqualTo("abc");
    }
  }

  @Test
  void theAnswerToHeadHasNoBody() throws IOException {
    try (var client = server.client()) {
      client.lines("HEAD /nowhere HTTP/1.1", "Host: localhost");
      assertThat(client.head()).anyMatch(line -> line.matches("Content-Length: [1-9]\\d*"));
      assertThat(client.get("/path").answer().status()).isEqualTo(200);
    }
  }

  @Test
  void aDateIsOnEveryAnswer() throws IOException {
    try (var client = server.client()) {
      assertThat(client.get("/path").answer().header("date"))
          .matches("\\w{3}, \\d\\d \\w{3} \\d{4} \\d\\d:\\d\\d:\\d\\d GMT");
    }
  }
}
