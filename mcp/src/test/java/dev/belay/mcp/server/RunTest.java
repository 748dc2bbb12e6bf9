package dev.belay.mcp.server;

import static dev.belay.mcp.server.Samples.OK;
import static dev.belay.mcp.server.Samples.call;
import static dev.belay.mcp.server.Samples.error;
import static dev.belay.mcp.server.Samples.json;
import static dev.belay.mcp.server.Samples.serving;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.HandTime;
import dev.belay.mcp.envelope.LogLevel;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.progress.ClientProgress;
import dev.belay.mcp.progress.KeepAlive;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A request is answered once or never, and nothing follows its end")
final class RunTest {
  private final LinkedBlockingQueue<String> seen = new LinkedBlockingQueue<>();
  private final CompletableFuture<Exchange> running = new CompletableFuture<>();

  private static @Nullable ClientProgress progress(Exchange exchange) {
    return exchange.progress(new HandTime(), KeepAlive.OFF);
  }

  private byte[] hang(Exchange exchange) throws InterruptedException {
    exchange.onCancel(() -> seen.add("hook"));
    running.complete(exchange);
    try {
      new CountDownLatch(1).await();
      return OK;
    } finally {
      seen.add("interrupted");
    }
  }

  @Test
  @DisplayName("taken back: the hooks run, the thread is interrupted, and there is no answer")
  void cancelled() throws InterruptedException {
    var client = Client.legacy(serving(this::hang));
    var reply = client.request("7", "tools/call", call("\"_meta\":{\"progressToken\":1}"));
    var exchange = running.join();
    client.cancel("\"7\"");
    assertThat(exchange.isCancelled()).isFalse();
    client.cancel("7");

    assertThat(reply.answer()).isEqualTo(Client.Reply.NOTHING);
    assertThat(seen.take() + seen.take()).contains("hook", "interrupted");
    exchange.onCancel(() -> seen.add("late hook"));
    assertThat(seen.take()).isEqualTo("late hook");
    try (var progress = progress(exchange)) {
      requireNonNull(progress).tell(1.0, 2.0, null);
    }
    exchange.log(LogLevel.ALERT, json("1"));
    assertThat(reply.messages).isEmpty();
    assertThat(exchange.isCancelled()).isTrue();
  }

  @Test
  @DisplayName("nobody waits for it any more: as if it had been taken back")
  void left() throws InterruptedException {
    var client = new Client(serving(this::hang));
    var reply = client.request("7", "tools/call", Client.modern("\"name\":\"t\""));
    var _ = running.join();
    client.conversation.onLeft(RequestId.of(7));

    assertThat(reply.answer()).isEqualTo(Client.Reply.NOTHING);
    assertThat(seen.take() + seen.take()).contains("hook", "interrupted");
  }

  @Test
  @DisplayName("the client has gone: all its requests end, and no new one begins")
  void closed() throws InterruptedException {
    var client = Client.legacy(serving(this::hang));
    var reply = client.request("7", "tools/call", call(""));
    var _ = running.join();
    client.conversation.close();
    client.conversation.close();

    assertThat(reply.answer()).isEqualTo(Client.Reply.NOTHING);
    assertThat(client.request("8", "tools/call", call("")).answer())
        .isEqualTo(Client.Reply.NOTHING);
  }

  @Test
  @DisplayName("an id that is in flight is not to be had again; afterwards it is")
  void ids() throws InterruptedException {
    var client = Client.legacy(serving(this::hang));
    var first = client.request("7", "tools/call", call(""));
    var _ = running.join();

    assertThat(client.request("7", "tools/call", call("")).answer())
        .as("under its id it would be taken for the answer to the first one")
        .contains(error(-32600), "\"id\":null");
    client.cancel("7");
    assertThat(first.answer()).isEqualTo(Client.Reply.NOTHING);
    assertThat(client.request("7", "ping", "{}").answer()).endsWith("{}}");
  }

  @Test
  @DisplayName("progress goes out only where the request has a token, and never after its end")
  void progress() throws InterruptedException {
    var client =
        Client.legacy(
            serving(exchange -> {
              try (var progress = progress(exchange)) {
                if (progress != null) {
                  progress.tell(1.0, 4.0, "on");
                }
              }
              return OK;
            }));
    var asked = client.request("1", "tools/call", call("\"_meta\":{\"progressToken\":\"p\"}"));
    var _ = asked.answer();
    var unasked = client.request("2", "tools/call", call(""));
    var _ = unasked.answer();

    assertThat(asked.messages)
        .containsExactly(
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":"
                + "{\"progressToken\":\"p\",\"progress\":1,\"total\":4,\"message\":\"on\"}}");
    assertThat(unasked.messages).isEmpty();
  }

  @Test
  @DisplayName("a handler that throws, or returns no object, is an internal error")
  void defects() throws InterruptedException {
    var throwing =
        Client.legacy(
            serving(_ -> {
              throw new IllegalStateException("broken");
            }));
    assertThat(throwing.ask("tools/call", call(""))).contains(error(-32603), "broken");
    for (var result : new String[] {"", "[]", "{\"a\":}", "{} {}"}) {
      var client = Client.legacy(serving(_ -> json(result)));
      assertThat(client.ask("tools/call", call(""))).as(result).contains(error(-32603));
    }
  }

  @Test
  @DisplayName("a handler's own error goes out as it is; its thread can be let go of")
  void own() throws InterruptedException {
    var client =
        Client.legacy(
            serving(exchange -> {
              exchange.letGo();
              seen.add(Thread.currentThread().getName());
              throw new RequestFailed(12, "mine", json("[1]"));
            }));
    var reply = client.request("1", "tools/call", call(""));

    assertThat(reply.answer())
        .endsWith("\"error\":{\"code\":12,\"message\":\"mine\",\"data\":[1]}}");
    assertThat(reply.messages).containsExactly("let go");
    assertThat(seen.take()).startsWith("belay-serve-");
  }
}
