package dev.belay.http.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.HandTime;
import dev.belay.http.route.Routes;
import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("C38: what one client can make a server hold, and what others then still get")
final class CrowdTest {
  /** All of loopback is one peer, so another peer comes through a proxy there. */
  private static final String PROXY = "127.0.0.2";

  private static final HttpServerOptions SETTINGS =
      HttpServerOptions.defaults()
          .at("127.0.0.1", 0)
          .behind(Set.of(InetAddress.ofLiteral(PROXY))::contains);

  private final List<RawClient> clients = new ArrayList<>();

  @AfterEach
  void leave() throws IOException {
    for (var client : clients) {
      client.close();
    }
  }

  private RawClient from(TestServer server, String address) throws IOException {
    clients.add(new RawClient(address, server.server().port()));
    return clients.getLast();
  }

  private RawClient.Answer another(TestServer server, String body) throws IOException {
    return from(server, PROXY)
        .lines(
            "POST /echo HTTP/1.1",
            "Host: localhost",
            "X-Forwarded-For: 192.0.2.60",
            "Content-Length: " + body.length())
        .send(body)
        .answer();
  }

  private static void await(java.util.function.BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      Thread.onSpinWait();
    }
  }

  @Test
  @DisplayName("SEC-M7: idle connections of one peer leave half for others, and /health to all")
  void idleConnectionsLeaveRoom() throws IOException {
    var settings =
        SETTINGS.bounded(ServerBounds.defaults().connections(50)).serving(Set.of("/health"));
    var routes =
        Routes.none()
            .with(
                "/health",
                TestRoutes.ECHO.with(
                    "/health",
                    (_, response) -> response.send(200, List.of(), "well".getBytes(UTF_8))))
            .with("/echo", TestRoutes.ECHO);
    try (var server = new TestServer(settings, routes, new HandTime())) {
      for (int idle = 0; idle < 25; idle++) {
        from(server, "127.0.0.1");
      }
      await(() -> server.server().load().connections() == 25);
      var same = from(server, "127.0.0.1").get("/echo").answer();
      assertThat(same.status()).isEqualTo(503);
      assertThat(same.header("retry-after")).isEqualTo("1");
      var health = from(server, "127.0.0.1").get("/health").answer();
      assertThat(health.body()).isEqualTo("well");
      assertThat(health.header("connection")).isEqualTo("close");
      for (int other = 0; other < 12; other++) {
        assertThat(another(server, "x").status()).isEqualTo(200);
      }
    }
  }

  @Test
  @DisplayName(
      "SEC-H1: where no memory is left, what is served whatever happens is, without a body")
  void whatIsVitalNeedsNoRoom() throws IOException {
    var bounds = ServerBounds.defaults().size(ServerBounds.Sizes.defaults().with(4 << 20, 1_000));
    var health =
        TestRoutes.ECHO.with(
            "/health", (_, response) -> response.send(200, List.of(), "well".getBytes(UTF_8)));
    try (var server =
        new TestServer(
            SETTINGS.bounded(bounds).serving(Set.of("/health")),
            Routes.none().with("/health", health).with("/echo", TestRoutes.ECHO),
            new HandTime())) {
      assertThat(server.memory().take("somebody", 1_000)).isTrue();
      assertThat(from(server, "127.0.0.1").get("/echo").answer().status()).isEqualTo(503);
      var client = from(server, "127.0.0.1");
      for (int time = 0; time < 2; time++) {
        assertThat(client.get("/health").answer().body()).isEqualTo("well");
      }
      assertThat(from(server, "127.0.0.1").post("/health", "x").answer().status()).isEqualTo(503);
      server.memory().give("somebody", 1_000);
    }
  }

  @Test
  @DisplayName("SEC-H1: what is served whatever happens takes no room for a small head alone")
  void aLargeHeadOfWhatIsVitalIsCounted() throws IOException, InterruptedException {
    var held = new Held();
    try (var server = new TestServer(SETTINGS.serving(Set.of("/health")), held, new HandTime())) {
      var small = from(server, "127.0.0.1").get("/health");
      var first = held.take();
      await(() -> server.memory().held() == 0);
      first.response().send(200, List.of(), new byte[1]);
      assertThat(small.answer().status()).isEqualTo(200);
      var large =
          from(server, "127.0.0.1")
              .lines("GET /health HTTP/1.1", "Host: localhost", "X: " + "x".repeat(6_000));
      var second = held.take();
      await(() -> server.memory().held() > 6_000);
      second.response().send(200, List.of(), new byte[1]);
      assertThat(large.answer().status()).isEqualTo(200);
      await(() -> server.memory().held() == 0);
    }
  }

  @Test
  @DisplayName("SEC-M7: who has no place and asks for nothing is not kept")
  void whoStandsIsNotKept() throws IOException {
    var time = new HandTime();
    var settings = SETTINGS.bounded(ServerBounds.defaults().connections(2));
    try (var server = new TestServer(settings, TestRoutes.ECHO, time)) {
      from(server, "127.0.0.1");
      await(() -> server.server().load().connections() == 1);
      var standing = from(server, "127.0.0.1");
      await(() -> server.server().load().connections() == 2);
      time.advance(Duration.ofSeconds(7));
      assertThat(standing.isClosed()).isTrue();
    }
  }

  @Test
  @DisplayName("SEC-H1: bodies that wait, half read, run or have unread answers are all counted")
  void everyByteIsCountedUntilTheAnswerIsWritten() throws IOException, InterruptedException {
    var held = new Held();
    int body = 100_000;
    var bounds =
        ServerBounds.defaults().size(ServerBounds.Sizes.defaults().with(4 << 20, 1_000_000));
    try (var server =
        new TestServer(
            SETTINGS.bounded(bounds),
            Routes.none().with("/held", held).with("/echo", TestRoutes.ECHO),
            new HandTime())) {
      // Running requests hold their bodies: four of them, since half of the memory is five times as
      // much.
      for (int running = 0; running < 4; running++) {
        from(server, "127.0.0.1").post("/held", "x".repeat(body));
        held.take();
      }
      assertThat(server.memory().held()).isBetween(4L * body, 5L * body);
      var refused = from(server, "127.0.0.1").post("/held", "x".repeat(body)).answer();
      assertThat(refused.status()).isEqualTo(503);
      assertThat(refused.body()).contains("too much is being sent");
      // Another client is served meanwhile.
      assertThat(another(server, "x".repeat(body)).body()).hasSize(body);
      leave();
      await(() -> server.memory().held() == 0);
    }
  }

  @Test
  @DisplayName("SEC-H1: an answer that finds no room is a refusal, and what it held is given back")
  void anAnswerIsCountedToo() throws IOException {
    var bounds =
        ServerBounds.defaults().size(ServerBounds.Sizes.defaults().with(4 << 20, 1_000_000));
    var routes =
        Routes.none()
            .with("/large", (_, response) -> response.send(200, List.of(), new byte[600_000]))
            .with("/small", (_, response) -> response.send(200, List.of(), new byte[300_000]));
    try (var server = new TestServer(SETTINGS.bounded(bounds), routes, new HandTime())) {
      var client = from(server, "127.0.0.1");
      assertThat(client.get("/small").answer().body()).hasSize(300_000);
      assertThat(client.get("/large").answer().status()).isEqualTo(503);
      assertThat(client.isClosed()).isTrue();
      await(() -> server.memory().held() == 0);
      assertThat(from(server, "127.0.0.1").get("/small").answer().body()).hasSize(300_000);
    }
  }

  @ParameterizedTest
  @CsvSource({"4,200", "3,503"})
  @DisplayName("A longest body with as long an answer takes four times as much: half is for others")
  void aLongestBodyAndItsAnswer(int times, int status) throws IOException {
    int body = 1_000_000;
    long most = (long) times * body + (times == 4 ? 20_000 : 0); // the head, and that of the answer
    var bounds = ServerBounds.defaults().size(ServerBounds.Sizes.defaults().with(body, most));
    try (var server = new TestServer(SETTINGS.bounded(bounds), TestRoutes.ECHO, new HandTime())) {
      assertThat(bounds.size().holdsLongestBody()).isEqualTo(status == 200);
      for (int time = 0; time < 3; time++) {
        var answer = from(server, "127.0.0.1").post("/echo", "x".repeat(body)).answer();
        assertThat(answer.status()).isEqualTo(status);
        await(() -> server.memory().held() == 0);
      }
    }
  }

  @Test
  @DisplayName("SEC-H1: heads that never end are counted as they come")
  void halfAHeadIsCounted() throws IOException {
    var bounds = ServerBounds.defaults().size(ServerBounds.Sizes.defaults().with(4 << 20, 100_000));
    try (var server = new TestServer(SETTINGS.bounded(bounds), TestRoutes.ECHO, new HandTime())) {
      var many = "GET /path HTTP/1.1\r\nHost: localhost\r\n" + "X: y\r\n".repeat(90);
      int refused = 0;
      for (int head = 0; head < 20; head++) {
        from(server, "127.0.0.1").send(many);
        await(() -> server.memory().held() > 0);
      }
      await(() -> answered() > 0);
      for (var client : clients) {
        refused += client.hasAnswer() && client.answer().status() == 503 ? 1 : 0;
      }
      assertThat(refused).isPositive();
      assertThat(server.memory().held()).isLessThanOrEqualTo(50_000);
      assertThat(another(server, "x").status()).isEqualTo(200);
    }
  }

  private int answered() {
    int answered = 0;
    for (var client : clients) {
      try {
        answered += client.hasAnswer() ? 1 : 0;
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }
    return answered;
  }

  @Test
  @DisplayName("SEC-H1: what is left unread of a stream is counted, and the stream ends there")
  void anUnreadStreamIsCounted() throws IOException, InterruptedException {
    var held = new Held();
    var bounds = ServerBounds.defaults().size(ServerBounds.Sizes.defaults().with(4 << 20, 400_000));
    try (var server = new TestServer(SETTINGS.bounded(bounds), held, new HandTime())) {
      from(server, "127.0.0.1").get("/");
      var exchange = held.take();
      var stream = exchange.response().stream(List.of());
      while (stream.send(null, null, new byte[10_000])) {
        assertThat(server.memory().held()).isLessThanOrEqualTo(200_000);
      }
      exchange.gone().join();
      await(() -> server.memory().held() == 0);
    }
  }
}
