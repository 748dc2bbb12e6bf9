package dev.belay.http.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.HandTime;
import dev.belay.http.route.Routes;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("P22: nobody is waited for longer than the limits say")
final class SlowClientTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final HandTime time = new HandTime();
  private final Held held = new Held();
  private TestServer server;

  @BeforeEach
  void open() throws IOException {
    server =
        new TestServer(
            Routes.none().with("/held", held).with("/echo", TestRoutes.ECHO),
            ServerBounds.defaults(),
            time);
  }

  @AfterEach
  void close() {
    server.close();
    assertThat(time.armedTimers()).as("timers left").isZero();
  }

  /** When this returns, the server has read all earlier bytes at the present time of the clock. */
  private void settle() throws IOException {
    try (var other = server.client()) {
      assertThat(other.post("/echo", "").answer().status()).isEqualTo(200);
    }
  }

  /** Sends one byte a second until the server refuses; returns the seconds that took. */
  private int trickle(RawClient client, String text) throws IOException {
    for (int second = 0; second < 60; second++) {
      client.send(text.substring(second, second + 1));
      settle();
      time.advance(SECOND);
      settle();
      if (client.hasAnswer()) {
        return second + 1;
      }
    }
    return Integer.MAX_VALUE;
  }

  @Test
  void aHeadThatComesByteByByteIsCutWithinTenSeconds() throws IOException {
    try (var client = server.client()) {
      assertThat(trickle(client, "GET /echo HTTP/1.1\r\n" + "X: y\r\n".repeat(20)))
          .isLessThanOrEqualTo(8);
      assertThat(client.answer().status()).isEqualTo(408);
      assertThat(client.isClosed()).isTrue();
    }
  }

  @Test
  void aBodyThatComesByteByByteIsCutWithinTenSeconds() throws IOException {
    try (var client = server.client()) {
      client.lines(
          "POST /echo HTTP/1.1", "Host: localhost", "Expect: 100-continue", "Content-Length: 1000");
      // Its time begins only once it is let in, which another thread decides.
      assertThat(client.head()).containsExactly("HTTP/1.1 100 Continue");
      assertThat(trickle(client, "x".repeat(60))).isLessThanOrEqualTo(8);
      assertThat(client.answer().status()).isEqualTo(408);
      assertThat(client.isClosed()).isTrue();
    }
  }

  @Test
  void aBodyThatComesFastEnoughIsWaitedFor() throws IOException {
    try (var client = server.client()) {
      client.lines("POST /echo HTTP/1.1", "Host: localhost", "Content-Length: 100000");
      for (int second = 0; second < 20; second++) {
        client.send("x".repeat(5_000));
        settle();
        time.advance(SECOND);
      }
      assertThat(client.answer().body()).hasSize(100_000);
    }
  }

  @Test
  void aBodyThatStopsIsCut() throws IOException {
    try (var client = server.client()) {
      client.lines("POST /echo HTTP/1.1", "Host: localhost", "Content-Length: 1000000");
      client.send("x".repeat(900_000));
      // The last bytes may still be in transit while the clock advances: then their time begins
      // there.
      for (int second = 0; second < 60 && !client.hasAnswer(); second++) {
        settle();
        time.advance(SECOND);
        settle();
      }
      assertThat(client.answer().status()).isEqualTo(408);
    }
  }

  @Test
  void anIdleConnectionIsClosedWithoutAWord() throws IOException {
    try (var fresh = server.client();
        var used = server.client()) {
      assertThat(used.post("/echo", "x").answer().status()).isEqualTo(200);
      settle();
      time.advance(Duration.ofSeconds(70));
      assertThat(used.post("/echo", "x").answer().status()).isEqualTo(200);
      settle();
      time.advance(Duration.ofSeconds(10));
      assertThat(fresh.isClosed()).isTrue();
      assertThat(used.post("/echo", "x").answer().status()).isEqualTo(200);
      settle();
      time.advance(Duration.ofSeconds(80));
      assertThat(used.isClosed()).isTrue();
    }
  }

  @Test
  void aCallMayTakeAsLongAsItLikes() throws IOException, InterruptedException {
    try (var client = server.client()) {
      client.post("/held", "x").send("GET /echo HT");
      var exchange = held.take();
      time.advance(Duration.ofHours(1));
      exchange.answer("late");
      assertThat(client.answer().body()).isEqualTo("late");
      // The partly received request behind it has its own time, from now on.
      client.send("TP/1.1\r\nHost: localhost\r\n\r\n");
      assertThat(client.answer().status()).isEqualTo(200);
    }
  }

  @Test
  void whoDoesNotCloseAfterARefusalIsClosed() throws IOException {
    try (var client = server.client()) {
      client.send("garbage\r\n");
      assertThat(client.answer().status()).isEqualTo(400);
      settle();
      time.advance(Duration.ofSeconds(3));
      settle();
      awaitConnections(0);
    }
  }

  @Test
  @DisplayName("S3-9: a silent stream gets a comment every 15 s, and only where it is silent")
  void comments() throws IOException, InterruptedException {
    try (var client = server.client()) {
      client.post("/held", "x");
      var exchange = held.take();
      var events = exchange.response().stream(List.of());
      client.head();
      time.advance(Duration.ofSeconds(14));
      assertThat(events.send(null, null, "one".getBytes(UTF_8))).isTrue();
      assertThat(client.chunk()).isEqualTo("data: one\n\n");
      time.advance(Duration.ofSeconds(15));
      assertThat(client.chunk()).isEqualTo(":\n\n");
      time.advance(Duration.ofSeconds(15));
      assertThat(client.chunk()).isEqualTo(":\n\n");
      events.end();
      assertThat(client.chunk()).isEmpty();
    }
  }

  @Test
  @DisplayName("P20: who reads nothing of a large answer for 10 s is dropped")
  void anAnswerThatIsNotRead() throws IOException, InterruptedException {
    try (var client = server.client()) {
      client.post("/held", "x");
      var exchange = held.take();
      exchange.response().send(200, List.of(), new byte[64 << 20]);
      settle();
      // The first sweeps see what got through, the others that nothing more did.
      for (int second = 0; second < 60 && !exchange.gone().isDone(); second++) {
        time.advance(SECOND);
        settle();
      }
      exchange.gone().join();
    }
  }

  private void awaitConnections(int most) {
    while (server.server().load().connections() > most) {
      Thread.onSpinWait();
    }
  }
}
