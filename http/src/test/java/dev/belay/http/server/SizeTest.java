package dev.belay.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.HandTime;
import java.io.IOException;
import java.util.ArrayList;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("P22: what is too large is refused before it is read whole")
final class SizeTest {
  @AutoClose private final TestServer server = new TestServer(TestRoutes.ECHO);

  @Test
  void aBodyUpToFourMebibytesIsTaken() throws IOException {
    String body = "x".repeat(4 << 20);
    try (var client = server.client()) {
      assertThat(client.post("/echo", body).answer().body()).isEqualTo(body);
    }
  }

  @Test
  void aLongerBodyIsRefusedByItsLength() throws IOException {
    try (var client = server.client()) {
      client.lines("POST /echo HTTP/1.1", "Host: localhost", "Content-Length: 4194305");
      var answer = client.answer();
      assertThat(answer.status()).isEqualTo(413);
      assertThat(answer.body()).contains("http.max_body_bytes allows (4194304 bytes)");
      assertThat(client.isClosed()).isTrue();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "GET /path,Content-Length: 1",
    "GET /path,Content-Length: 4194305",
    "GET /path,Transfer-Encoding: chunked",
    "GET /nowhere,Content-Length: 1",
    "HEAD /path,Content-Length: 1",
    "HEAD /path,Transfer-Encoding: chunked"
  })
  @DisplayName("SEC-H2: a request that only asks takes no body, and none of it is read")
  void aBodyWhereNoneBelongs(String request, String framing) throws IOException {
    try (var client = server.client()) {
      client.lines(request + " HTTP/1.1", "Host: localhost", "Expect: 100-continue", framing);
      var answer = client.answer();
      assertThat(answer.status()).isEqualTo(413);
      assertThat(answer.body()).isEqualTo("{\"error\":\"a GET or HEAD request has no body\"}");
      assertThat(client.isClosed()).isTrue();
    }
  }

  @Test
  void aBodyOfNothingIsNone() throws IOException {
    try (var client = server.client()) {
      client.lines("GET /path HTTP/1.1", "Host: localhost", "Content-Length: 0");
      assertThat(client.answer().status()).isEqualTo(200);
    }
  }

  @Test
  void aClientThatAsksFirstIsNotToldToGoOn() throws IOException {
    try (var client = server.client()) {
      client.lines(
          "POST /echo HTTP/1.1",
          "Host: localhost",
          "Expect: 100-continue",
          "Content-Length: 4194305");
      assertThat(client.answer().status()).isEqualTo(413);
    }
  }

  @Test
  void aLongerBodyIsRefusedAmidItsChunks() throws IOException {
    try (var client = server.client()) {
      client.lines("POST /echo HTTP/1.1", "Host: localhost", "Transfer-Encoding: chunked");
      String chunk = "100000\r\n" + "x".repeat(1 << 20) + "\r\n";
      for (int sent = 0; sent < 5; sent++) {
        client.send(chunk);
      }
      assertThat(client.answer().status()).isEqualTo(413);
    }
    assertThat(server.server().load().requests()).isZero();
  }

  @Test
  void aLongRequestLineIsRefused() throws IOException {
    try (var client = server.client()) {
      client.send("GET /" + "x".repeat(9 << 10));
      assertThat(client.answer().status()).isEqualTo(414);
    }
  }

  @Test
  void aHeaderOfOneMebibyteIsRefused() throws IOException {
    try (var client = server.client()) {
      client.send("GET /path HTTP/1.1\r\nX: " + "x".repeat(1 << 20));
      assertThat(client.answer().status()).isEqualTo(431);
    }
  }

  @Test
  void tooManyHeadersAreRefused() throws IOException {
    try (var client = server.client()) {
      client.send("GET /path HTTP/1.1\r\nHost: localhost\r\n" + "X: y\r\n".repeat(100));
      assertThat(client.answer().status()).isEqualTo(431);
    }
  }

  @Test
  void aTrailerTakesNothingOfTheNextHead() throws IOException {
    try (var client = server.client()) {
      client.lines("POST /echo HTTP/1.1", "Host: localhost", "Transfer-Encoding: chunked");
      client.send("0\r\n" + "X: y\r\n".repeat(60) + "\r\n");
      assertThat(client.answer().status()).isEqualTo(200);
      client.send("GET /path HTTP/1.1\r\nHost: localhost\r\n" + "X: y\r\n".repeat(60) + "\r\n");
      assertThat(client.answer().status()).isEqualTo(200);
    }
  }

  @Test
  void anEndlessTrailerIsRefused() throws IOException {
    try (var client = server.client()) {
      client.lines("POST /echo HTTP/1.1", "Host: localhost", "Transfer-Encoding: chunked");
      client.send("0\r\n" + "X: y\r\n".repeat(101));
      assertThat(client.answer().status()).isEqualTo(431);
    }
  }

  @Test
  @DisplayName(
      "P23: one connection more than half of all is refused to a peer, and told when to come again")
  void tooManyConnections() throws IOException {
    var bounds = ServerBounds.defaults().connections(6);
    var open = new ArrayList<RawClient>();
    try (var small = new TestServer(TestRoutes.ECHO, bounds, new HandTime())) {
      for (int client = 0; client < 3; client++) {
        open.add(small.client());
        assertThat(open.getLast().get("/path").answer().status()).isEqualTo(200);
      }
      try (var last = small.client()) {
        var answer = last.get("/path").answer();
        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.header("retry-after")).isEqualTo("1");
        assertThat(last.isClosed()).isTrue();
      }
      assertThat(open.getFirst().get("/path").answer().status()).isEqualTo(200);
    } finally {
      for (RawClient client : open) {
        client.close();
      }
    }
  }

  @Test
  void allBodiesTogetherAreBounded() throws IOException {
    var bounds = ServerBounds.defaults().size(ServerBounds.Sizes.defaults().with(4 << 20, 20_000));
    try (var small = new TestServer(TestRoutes.ECHO, bounds, new HandTime());
        var first = small.client();
        var second = small.client()) {
      assertThat(first.post("/echo", "x".repeat(4_000)).answer().status()).isEqualTo(200);
      var answer = second.post("/echo", "x".repeat(11_000)).answer();
      assertThat(answer.status()).isEqualTo(503);
      assertThat(answer.header("retry-after")).isEqualTo("1");
      // The memory of the refused body has been returned.
      assertThat(first.post("/echo", "x".repeat(4_000)).answer().status()).isEqualTo(200);
    }
  }
}
