package dev.belay.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.Time;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Pipelined requests run one at a time and are answered in order")
final class PipelineTest {
  private final Held held = new Held();
  private TestServer server;

  @BeforeEach
  void open() throws IOException {
    server = new TestServer(held);
  }

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void theSecondWaitsForTheFirst() throws IOException, InterruptedException {
    try (var client = server.client()) {
      client.get("/first").get("/second").get("/third");
      for (String path : new String[] {"/first", "/second", "/third"}) {
        var exchange = held.take();
        assertThat(exchange.request().path()).isEqualTo(path);
        assertThat(held.isEmpty()).isTrue();
        exchange.answer(path);
        // A second answer to the same request reaches nobody.
        exchange.answer("twice");
        assertThat(client.answer().body()).isEqualTo(path);
      }
    }
  }

  @Test
  void garbageBehindARequestIsAnsweredAfterIt() throws IOException, InterruptedException {
    try (var client = server.client()) {
      client.get("/first").send("garbage\r\n\r\n").get("/never");
      held.take().answer("first");
      assertThat(client.answer().body()).isEqualTo("first");
      assertThat(client.answer().status()).isEqualTo(400);
      assertThat(client.isClosed()).isTrue();
      assertThat(held.isEmpty()).isTrue();
    }
  }

  @Test
  void moreThanTheBacklogHoldsIsRefusedInItsTurn() throws IOException, InterruptedException {
    int waiting = SizeBounds.defaults().pipelined();
    try (var client = server.client()) {
      // In one piece, so that the server has read all of it before the first answer is given.
      client.send("GET /next HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(waiting + 2));
      for (int answered = 0; answered <= waiting; answered++) {
        held.take().answer("" + answered);
        assertThat(client.answer().body()).isEqualTo("" + answered);
      }
      var refused = client.answer();
      assertThat(refused.status()).isEqualTo(429);
      assertThat(refused.header("retry-after")).isEqualTo("1");
      assertThat(client.isClosed()).isTrue();
    }
  }

  @Test
  void theBacklogIsBoundedInBytes() throws IOException, InterruptedException {
    var size = new SizeBounds(8_000, 32_000, 100, 1_000, 10_000, 64, 1 << 20);
    String post =
        "POST /next HTTP/1.1\r\nHost: localhost\r\nContent-Length: 700\r\n\r\n" + "x".repeat(700);
    try (var small = new TestServer(held, HttpBounds.defaults().size(size), Time.system());
        var client = small.client()) {
      client.send(post.repeat(3));
      held.take().answer("first");
      assertThat(client.answer().body()).isEqualTo("first");
      held.take().answer("second");
      assertThat(client.answer().body()).isEqualTo("second");
      assertThat(client.answer().status()).isEqualTo(429);
    }
  }

  @Test
  void whatFollowsALastRequestIsNotRead() throws IOException, InterruptedException {
    try (var client = server.client()) {
      client.lines("GET /last HTTP/1.1", "Host: localhost", "Connection: close").get("/never");
      held.take().answer("last");
      assertThat(client.answer().body()).isEqualTo("last");
      assertThat(client.isClosed()).isTrue();
      assertThat(held.isEmpty()).isTrue();
    }
  }

  @Test
  void theWordToGoOnComesAfterOlderAnswers() throws IOException, InterruptedException {
    try (var client = server.client()) {
      client
          .get("/first")
          .lines(
              "POST /b HTTP/1.1", "Host: localhost", "Expect: 100-continue", "Content-Length: 1");
      held.take().answer("first");
      assertThat(client.answer().body()).isEqualTo("first");
      assertThat(client.head()).containsExactly("HTTP/1.1 100 Continue");
      client.send("b");
      held.take().answer("second");
      assertThat(client.answer().body()).isEqualTo("second");
    }
  }
}
