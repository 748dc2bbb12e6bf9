package dev.belay.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Pipelined requests run one at a time and are answered in order")
final class PipelineTest {
  private final Held held = new Held();
  @AutoClose private final TestServer server = new TestServer(held);

  @Test
  void theSecondWaitsForTheFirst() throws IOException, InterruptedException {
    try (var client = server.client()) {
      client.get("/first").get("/second").get("/third");
      for (String path : new String[] {"/first", "/second", "/third"}) {
        var exchange = held.take();
        assertThat(exchange.request().path()).isEqualTo(path);
        assertThat(held.isEmpty()).isTrue();
        exchange.answer(path);
        // A second answer to the same request is dropped.
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
  void moreThanMayWaitUnreadIsRefusedInItsTurn() throws IOException, InterruptedException {
    int bytes = ServerBounds.Sizes.defaults().pipelinedBytes();
    try (var client = server.client()) {
      client.get("/first");
      var first = held.take();
      long alone = server.memory().held();
      client.get("/never");
      await(() -> server.memory().held() > alone);
      client.send("GET /never HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(bytes / 32));
      // It is counted, and then discarded.
      await(() -> server.memory().held() == alone);
      first.answer("first");
      assertThat(client.answer().body()).isEqualTo("first");
      var next = client.answer();
      assertThat(next.status()).isEqualTo(429);
      assertThat(next.header("retry-after")).isEqualTo("1");
      assertThat(client.isClosed()).isTrue();
      assertThat(held.isEmpty()).isTrue();
    }
  }

  private static void await(BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      Thread.onSpinWait();
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
