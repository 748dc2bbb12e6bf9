package dev.belay.mcp.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("An exchange that is ended between the head of its response and the JDK's word of it")
final class EndedExchangeTest {
  private final HeldClient client = new HeldClient();
  private final CountDownLatch over = new CountDownLatch(1);

  @AfterEach
  void end() {
    over.countDown();
    client.close();
  }

  private PostExchange<Body> post(ScriptedServer server, String body) {
    return new PostExchange<>(
        client,
        HttpRequest.newBuilder(server.url()).POST(BodyPublishers.ofString(body)).build(),
        Body::new);
  }

  @Test
  @DisplayName("leaves the connection alone, which carries the next request by then")
  void theNextRequestIsUnharmed() throws ExecutionException, IOException, InterruptedException {
    var first = new CompletableFuture<Thread>();
    var next = new CompletableFuture<Thread>();
    ScriptedServer.Script script =
        (request, wire) -> {
          if (request.has("first")) {
            first.complete(Thread.currentThread());
            wire.accepted();
          } else {
            next.complete(Thread.currentThread());
            over.await();
            wire.json("{}");
          }
        };
    try (var server = new ScriptedServer(script)) {
      var accepted = post(server, "first");
      client.ended.get();
      try (var call = post(server, "tools/call")) {
        assertThat(next.get()).as("the server's thread of that connection").isSameAs(first.get());
        accepted.close();
        client.goOn();
        over.countDown();
        assertThat(call.head().statusCode()).isEqualTo(200);
      }
    }
  }

  @Test
  @DisplayName(
      "closes the connection of a stream: in the modern era a server hears by nothing else")
  void aStreamEnds() throws ExecutionException, InterruptedException {
    var gone = new CompletableFuture<Boolean>();
    ScriptedServer.Script script =
        (_, wire) -> {
          wire.events().event("{}");
          gone.complete(wire.awaitClientGone());
        };
    try (var server = new ScriptedServer(script)) {
      var call = post(server, "tools/call");
      client.begun.get();
      occupyThePool();
      client.goOn();
      call.close();
      assertThat(gone.get()).isTrue();
    }
  }

  /** Occupies all threads of the pool on which the JDK reports responses. */
  private void occupyThePool() throws InterruptedException {
    int width = Math.max(1, ForkJoinPool.getCommonPoolParallelism());
    var occupied = new CountDownLatch(width);
    for (int i = 0; i < width; i++) {
      ForkJoinPool.commonPool()
          .execute(() -> {
            occupied.countDown();
            try {
              over.await();
            } catch (InterruptedException _) {
              Thread.currentThread().interrupt();
            }
          });
    }
    occupied.await();
  }
}
