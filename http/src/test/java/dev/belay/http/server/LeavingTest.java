package dev.belay.http.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("P8: a client that leaves is noticed, whatever runs")
final class LeavingTest {
  private final Held held = new Held();
  @AutoClose private final TestServer server = new TestServer(held);

  enum Way {
    CLOSED,
    HALF_CLOSED,
    RESET;

    void leave(RawClient client) throws IOException {
      switch (this) {
        case CLOSED -> client.leave();
        case HALF_CLOSED -> client.halfClose();
        case RESET -> client.reset();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void beforeTheFirstByte(Way way) throws IOException, InterruptedException {
    try (var client = server.client()) {
      client.get("/call");
      var exchange = held.take();
      way.leave(client);
      exchange.gone().join();
    }
  }

  @ParameterizedTest
  @EnumSource
  void amidAStream(Way way) throws IOException, InterruptedException {
    try (var client = server.client()) {
      client.get("/call");
      var exchange = held.take();
      var events = exchange.response().stream(List.of());
      assertThat(events.send(null, null, "one".getBytes(UTF_8))).isTrue();
      client.head();
      assertThat(client.chunk()).isEqualTo("data: one\n\n");
      way.leave(client);
      exchange.gone().join();
      assertThat(events.send(null, null, "two".getBytes(UTF_8))).isFalse();
    }
  }

  @ParameterizedTest
  @EnumSource
  void behindRequestsThatWait(Way way) throws IOException, InterruptedException {
    try (var client = server.client()) {
      client.get("/call").get("/next").send("POST /half HTTP/1.1\r\nHo");
      var exchange = held.take();
      way.leave(client);
      exchange.gone().join();
      assertThat(held.isEmpty()).isTrue();
    }
  }

  @Test
  void whoAsksTooLateIsToldAtOnce() throws IOException, InterruptedException {
    try (var client = server.client()) {
      client.get("/call");
      var exchange = held.take();
      client.leave();
      exchange.gone().join();
      var late = new CompletableFuture<Void>();
      exchange.response().onGone(() -> late.complete(null));
      assertThat(late).isCompleted();
      exchange.answer("nobody reads this");
      assertThat(exchange.response().stream(List.of()).retry(1)).isFalse();
    }
  }

  @Test
  void nobodyLeavesBeforeAnAnswerThatIsComplete() throws IOException, InterruptedException {
    try (var client = server.client()) {
      client.get("/first").get("/second");
      var first = held.take();
      first.answer("first");
      assertThat(client.answer().body()).isEqualTo("first");
      var second = held.take();
      client.leave();
      second.gone().join();
      assertThat(first.gone()).isNotDone();
    }
  }

  @Test
  void oneHookThatFailsDoesNotKeepTheOthers() throws IOException, InterruptedException {
    try (var client = server.client()) {
      client.get("/call");
      var exchange = held.take();
      exchange
          .response()
          .onGone(() -> {
            throw new IllegalStateException("on purpose");
          });
      var last = new CompletableFuture<Void>();
      exchange.response().onGone(() -> last.complete(null));
      client.leave();
      last.join();
      assertThat(server.reports()).anyMatch(line -> line.contains("on purpose"));
    }
  }
}
