package dev.belay.http.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.core.share.Shares;
import dev.belay.core.time.HandTime;
import dev.belay.core.time.Patience;
import dev.belay.http.route.Routes;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("P25: a server ends without losing what runs")
final class EndTest {
  private final Held held = new Held();

  private final Shares memory = new Shares(1 << 24);

  private final HandTime time = new HandTime();

  private HttpServer open() throws IOException {
    return HttpServer.open(
        HttpServerOptions.defaults().at("127.0.0.1", 0),
        Routes.none().with("/held", held).with("/echo", TestRoutes.ECHO),
        time,
        _ -> {},
        memory,
        // One loop, in which the listener is closed before any client is sent away.
        Loops.open(/* preferNative= */ true, _ -> {}, 1));
  }

  /** Closes a server whose exchanges outlast {@code limit}. */
  private void closeLate(HttpServer server, Duration limit) throws InterruptedException {
    var closing = Thread.ofVirtual().start(() -> server.close(limit));
    time.pass(limit);
    closing.join();
  }

  @Test
  void whatRunsIsFinishedAndWhatIsNewIsSentAway() throws IOException, InterruptedException {
    try (var server = open();
        var busy = new RawClient(server.port());
        var half = new RawClient(server.port());
        var idle = new RawClient(server.port())) {
      assertThat(idle.post("/echo", "x").answer().status()).isEqualTo(200);
      assertThat(half.post("/echo", "x").answer().status()).isEqualTo(200);
      Patience.await(() -> memory.held() == 0, () -> "an answer is still held");
      half.send("POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\n\r\n");
      // A client whose request has not begun is sent away without an answer.
      Patience.await(() -> memory.held() > 0, () -> "no request has begun");
      busy.post("/held", "x").post("/echo", "behind");
      var exchange = held.take();
      Patience.await(() -> server.load().connections() == 3, () -> "only " + server.load());
      server.stopAccepting();
      assertThat(idle.isClosed()).isTrue();
      half.send("x");
      var refused = half.answer();
      assertThat(refused.status()).isEqualTo(503);
      assertThat(refused.header("retry-after")).isEqualTo("1");
      assertThat(refused.header("connection")).isEqualTo("close");
      assertThatThrownBy(() -> new RawClient(server.port()).close())
          .isInstanceOf(ConnectException.class);
      exchange.answer("done");
      var answer = busy.answer();
      assertThat(answer.body()).isEqualTo("done");
      assertThat(answer.header("connection")).isEqualTo("close");
      assertThat(busy.isClosed()).isTrue();
      server.close(Duration.ofMinutes(1));
      assertThat(server.load()).isEqualTo(new HttpServer.Load(0, 0));
    }
  }

  @Test
  void whatDoesNotFinishIsAnsweredAtTheLimit() throws IOException, InterruptedException {
    try (var server = open();
        var waiting = new RawClient(server.port());
        var streaming = new RawClient(server.port())) {
      waiting.post("/held", "x");
      var unanswered = held.take();
      streaming.post("/held", "x");
      var stream = held.take();
      var events = stream.response().stream(List.of());
      assertThat(events.send(null, null, "one".getBytes(UTF_8))).isTrue();
      streaming.head();
      closeLate(server, Duration.ofSeconds(5));
      assertThat(waiting.answer().status()).isEqualTo(503);
      assertThat(streaming.chunk()).isEqualTo("data: one\n\n");
      assertThat(streaming.chunk()).isEmpty();
      assertThat(unanswered.gone()).isCompleted();
      assertThat(stream.gone()).isCompleted();
      assertThat(events.send(null, null, "two".getBytes(UTF_8))).isFalse();
      // The clients are gone: neither call does harm.
      unanswered.answer("too late");
      assertThat(server.load()).isEqualTo(new HttpServer.Load(0, 0));
    }
  }

  @Test
  void aRouteThatWaitsIsInterrupted() throws IOException, InterruptedException {
    var running = new CountDownLatch(1);
    var never = new CountDownLatch(1);
    var routes =
        Routes.none()
            .with(
                "/wait",
                (_, _) -> {
                  running.countDown();
                  never.await();
                });
    try (var server =
            HttpServer.open(
                HttpServerOptions.defaults().at("127.0.0.1", 0), routes, time, _ -> {});
        var client = new RawClient(server.port())) {
      client.get("/wait");
      running.await();
      closeLate(server, Duration.ofSeconds(5));
      assertThat(client.answer().status()).isEqualTo(503);
    }
  }

  @Test
  void itsEventLoopsAreGone() throws IOException {
    var loops = Loops.open(/* preferNative= */ true, _ -> {});
    try (var server =
            HttpServer.open(
                HttpServerOptions.defaults().at("127.0.0.1", 0),
                TestRoutes.ECHO,
                new HandTime(),
                _ -> {},
                new Shares(1 << 20),
                loops);
        var client = new RawClient(server.port())) {
      assertThat(client.get("/path").answer().status()).isEqualTo(200);
      assertThat(loops.threads()).isNotEmpty().allMatch(Thread::isAlive);
    }
    assertThat(loops.threads()).noneMatch(Thread::isAlive);
  }

  @Test
  void anAddressThatIsTakenIsNamed() throws IOException {
    try (var server = open()) {
      assertThatThrownBy(() ->
              HttpServer.open(
                  HttpServerOptions.defaults().at("127.0.0.1", server.port()),
                  TestRoutes.ECHO,
                  new HandTime(),
                  _ -> {}))
          .isInstanceOf(IOException.class)
          .hasMessage("cannot listen on 127.0.0.1:" + server.port());
    }
  }
}
