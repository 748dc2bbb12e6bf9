package dev.belay.mcp.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A tool may be defined when it is first listed")
final class LazyToolsTest {
  private final List<String> defined = Collections.synchronizedList(new ArrayList<>());

  private byte[] define(String name) {
    defined.add(name);
    return ("{\"name\":\"" + name + "\",\n\"inputSchema\":{\"type\":\"object\"}}").getBytes(UTF_8);
  }

  private static byte[] text(Exchange exchange) {
    return ("{\"content\":[{\"type\":\"text\",\"text\":\"" + exchange.target() + "\"}]}")
        .getBytes(UTF_8);
  }

  private McpServerBuilder server() {
    return Samples.server()
        .tool("a", () -> define("a"), LazyToolsTest::text)
        .tool("b", () -> define("b"), LazyToolsTest::text);
  }

  private static Client client(String tool, Supplier<byte[]> definition)
      throws InterruptedException {
    return Client.legacy(Samples.server().tool(tool, definition, LazyToolsTest::text).build());
  }

  @Test
  @DisplayName("not by a start, nor by a call; once by all lists")
  void once() throws InterruptedException {
    var client = Client.legacy(server().build());
    assertThat(client.ask("tools/call", "{\"name\":\"a\"}")).contains("\"text\":\"a\"");
    assertThat(defined).isEmpty();

    var first = client.ask("tools/list", "{}");
    assertThat(first).contains("{\"name\":\"a\", \"inputSchema\"", "\"name\":\"b\"");
    assertThat(client.ask("tools/list", "{}")).isEqualTo(first);
    assertThat(defined).containsExactly("a", "b");
  }

  @Test
  @DisplayName("whoever brings the request does not wait while it is defined")
  void readerGoesOn() throws InterruptedException {
    var mayGoOn = new CountDownLatch(1);
    var client =
        client(
            "slow",
            () -> {
              try {
                mayGoOn.await();
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
              return define("slow");
            });
    var list = client.request("7", "tools/list", "{}");
    assertThat(client.ask("tools/call", "{\"name\":\"slow\"}")).contains("\"text\":\"slow\"");
    mayGoOn.countDown();

    assertThat(list.answer()).contains("\"id\":7", "\"name\":\"slow\"");
  }

  @Test
  @DisplayName("a definition that cannot be made is an error of its list alone")
  void broken() throws InterruptedException {
    var client =
        client(
            "bad",
            () -> {
              throw new IllegalStateException("no schema");
            });

    assertThat(client.ask("tools/list", "{}")).contains("-32603", "no schema");
    assertThat(client.ask("tools/list", "{\"cursor\":\"none\"}")).contains("-32603");
    assertThat(client.ask("tools/call", "{\"name\":\"bad\"}")).contains("\"text\":\"bad\"");
  }

  @Test
  @DisplayName("another name is accepted in calls and not listed; a tool of that name comes first")
  void alias() throws InterruptedException {
    var client = Client.legacy(server().toolAlias("x.a", "a").toolAlias("b", "a").build());

    assertThat(client.ask("tools/call", "{\"name\":\"x.a\"}")).contains("\"text\":\"x.a\"");
    assertThat(client.ask("tools/call", "{\"name\":\"b\"}")).contains("\"text\":\"b\"");
    assertThat(client.ask("tools/list", "{}")).doesNotContain("x.a");
    assertThatThrownBy(() -> server().tool("a", () -> define("a"), LazyToolsTest::text))
        .hasMessage("a comes twice");
  }

  @Test
  @DisplayName("a server says when nothing runs any more")
  void quiet() throws InterruptedException {
    var began = new CountDownLatch(1);
    var mayEnd = new CountDownLatch(1);
    var server =
        Samples.server()
            .tool(
                "t",
                () -> define("t"),
                exchange -> {
                  began.countDown();
                  mayEnd.await();
                  return text(exchange);
                })
            .build();
    assertThat(server.quiet().toCompletableFuture()).isDone();
    var reply = Client.legacy(server).request("7", "tools/call", "{\"name\":\"t\"}");
    began.await();
    var quiet = server.quiet().toCompletableFuture();
    assertThat(quiet).isNotDone();
    mayEnd.countDown();
    quiet.join();

    assertThat(reply.answer()).contains("\"id\":7");
  }
}
