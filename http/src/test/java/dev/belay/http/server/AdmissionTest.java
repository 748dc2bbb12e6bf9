package dev.belay.http.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.HandTime;
import dev.belay.http.route.Access;
import dev.belay.http.route.Guarded;
import dev.belay.http.route.Request;
import dev.belay.http.route.Routes;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("SEC-H2: who is behind a request is found out before its body is read")
final class AdmissionTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final HandTime time = new HandTime();
  private final BlockingQueue<Asked> asked = new LinkedBlockingQueue<>();
  private TestServer server;

  /** A pending access decision. */
  private record Asked(Request head, CompletableFuture<Access.Decision> decision) {
    void admit() {
      decision.complete(new Access.Known("ada", Set.of()));
    }

    void refuse() {
      decision.complete(new Access.Refused(401, List.of(), "who are you?".getBytes(UTF_8)));
    }
  }

  private Access.Decision decide(Request head) throws InterruptedException {
    var one = new Asked(head, new CompletableFuture<>());
    asked.add(one);
    try {
      return one.decision().get();
    } catch (ExecutionException e) {
      throw new AssertionError(e);
    }
  }

  @BeforeEach
  void open() throws IOException {
    server =
        new TestServer(
            Routes.none()
                .with(
                    "POST",
                    "/mcp",
                    new Guarded(
                        this::decide,
                        TestRoutes.ECHO.with(
                            "/mcp",
                            (request, response) ->
                                response.send(
                                    200,
                                    List.of(),
                                    (request.owner() + " " + request.body().length)
                                        .getBytes(UTF_8)))))
                .with("/echo", TestRoutes.ECHO),
            ServerBounds.defaults(),
            time);
  }

  @AfterEach
  void close() {
    server.close();
  }

  private void settle() throws IOException {
    try (var other = server.client()) {
      assertThat(other.post("/echo", "").answer().status()).isEqualTo(200);
    }
  }

  private RawClient posting(int length) throws IOException {
    return server
        .client()
        .lines("POST /mcp HTTP/1.1", "Host: localhost", "Content-Length: " + length);
  }

  @Test
  void aStrangerIsRefusedWithoutABody() throws IOException, InterruptedException {
    try (var client = posting(4_000_000)) {
      var one = asked.take();
      assertThat(one.head().body()).isEmpty();
      one.refuse();
      var answer = client.answer();
      assertThat(answer.status()).isEqualTo(401);
      assertThat(answer.header("connection")).isEqualTo("close");
      assertThat(client.isClosed()).isTrue();
    }
  }

  @Test
  void aStrangerIsNotToldToGoOn() throws IOException, InterruptedException {
    try (var client =
        server
            .client()
            .lines(
                "POST /mcp HTTP/1.1",
                "Host: localhost",
                "Expect: 100-continue",
                "Content-Length: 10")) {
      asked.take().refuse();
      assertThat(client.answer().status()).isEqualTo(401);
    }
  }

  @Test
  void whileNobodyKnowsOnlyLittleIsHeld() throws IOException, InterruptedException {
    try (var client = posting(4_000_000)) {
      var one = asked.take();
      var sending =
          Thread.ofPlatform()
              .start(() -> {
                try {
                  client.send("x".repeat(4_000_000));
                } catch (IOException e) {
                  throw new AssertionError(e);
                }
              });
      // The server reads no more than this, whatever the client sends: the rest stays with the
      // client.
      while (server.memory().held() < ServerBounds.Sizes.defaults().pipelinedBytes()) {
        Thread.onSpinWait();
      }
      for (int round = 0; round < 20; round++) {
        settle();
        assertThat(server.memory().held()).isLessThan(512 << 10);
      }
      // The time passing now is the server's, not the client's.
      for (int second = 0; second < 100; second++) {
        time.advance(SECOND);
      }
      one.admit();
      assertThat(client.answer().body()).isEqualTo("principal ada 4000000");
      sending.join();
    }
  }

  @Test
  void aBodyThatIsThereAlreadyIsAnsweredAllTheSame() throws IOException, InterruptedException {
    try (var client = server.client()) {
      client.post("/mcp", "x".repeat(100)).post("/mcp", "y");
      asked.take().admit();
      assertThat(client.answer().body()).isEqualTo("principal ada 100");
      // A refused request whose body has come does not end the connection: the next is read after
      // it.
      asked.take().refuse();
      var answer = client.answer();
      assertThat(answer.status()).isEqualTo(401);
      assertThat(answer.header("connection")).isEmpty();
      client.post("/mcp", "z");
      asked.take().admit();
      assertThat(client.answer().body()).isEqualTo("principal ada 1");
    }
  }

  @Test
  void whatNobodyServesIsRefusedWithoutABody() throws IOException {
    try (var client = server.client()) {
      client.lines("POST /nowhere HTTP/1.1", "Host: localhost", "Content-Length: 4000000");
      assertThat(client.answer().status()).isEqualTo(404);
      assertThat(client.isClosed()).isTrue();
    }
  }

  @Test
  void whoLeavesWhileItIsBeingFoundOutIsForgotten() throws IOException, InterruptedException {
    Asked one;
    try (var client = posting(10)) {
      client.send("x");
      one = asked.take();
    }
    while (server.memory().held() > 0) {
      Thread.onSpinWait();
    }
    one.admit();
    settle();
    while (server.server().load().requests() > 0) {
      Thread.onSpinWait();
    }
  }

  @Test
  @DisplayName("SEC-H2: a body that came fast and then trickles has earned no time")
  void aBodyThatTricklesIsCut() throws IOException, InterruptedException {
    try (var client = posting(4_000_000)) {
      asked.take().admit();
      client.send("x".repeat(3_900_000));
      int seconds = 0;
      while (!client.hasAnswer() && seconds < 100) {
        client.send("x");
        settle();
        time.advance(SECOND);
        settle();
        seconds++;
      }
      assertThat(client.answer().status()).isEqualTo(408);
      // At most one period that began with the burst, one of the trickle, and a sweep.
      assertThat(seconds).isLessThanOrEqualTo(14);
    }
  }

  @Test
  @DisplayName("SEC-H2: however much comes, a body has its time and no more")
  void aBodyThatComesFastEnoughForEverIsCut() throws IOException, InterruptedException {
    try (var client = server.client()) {
      client.lines(
          "POST /mcp HTTP/1.1",
          "Host: localhost",
          "Expect: 100-continue",
          "Content-Length: 4000000");
      asked.take().admit();
      // Its time begins only once it is let in, which another thread decides.
      assertThat(client.head()).containsExactly("HTTP/1.1 100 Continue");
      int seconds = 0;
      while (!client.hasAnswer() && seconds < 200) {
        client.send("x".repeat(10_000));
        settle();
        time.advance(SECOND);
        settle();
        seconds++;
      }
      assertThat(client.answer().status()).isEqualTo(408);
      assertThat(seconds).isBetween(60, 62);
    }
  }
}
