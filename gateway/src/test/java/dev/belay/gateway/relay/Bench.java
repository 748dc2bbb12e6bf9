package dev.belay.gateway.relay;

import dev.belay.mcp.envelope.TextResult;
import dev.belay.mcp.server.Exchange;
import dev.belay.mcp.server.McpServer;
import dev.belay.mcp.server.RequestFailed;
import dev.belay.mcp.server.Speaks;
import dev.belay.mcp.session.SessionFactory;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;

/** A server in this program that knows no tasks; its tools go on when a test says so. */
final class Bench {
  /** The params of the calls that run, or have run. */
  final BlockingQueue<String> began = new LinkedBlockingQueue<>();

  private final CountDownLatch mayEnd = new CountDownLatch(1);
  private final Speaks eras;

  Bench(Speaks eras) {
    this.eras = eras;
  }

  /** Lets all end that waits. */
  void open() {
    mayEnd.countDown();
  }

  SessionFactory host() {
    return McpServer.named("bench", "1")
        .speaks(eras)
        .tool(defined("quick"), exchange -> ended(exchange, TextResult.of("quick")))
        .tool(defined("slow"), this::slow)
        .tool(defined("fail"), exchange -> ended(exchange, TextResult.error("it broke")))
        .tool(defined("refuse"), this::refuse)
        .build();
  }

  private static byte[] defined(String name) {
    return ("{\"name\":\"" + name + "\",\"inputSchema\":{\"type\":\"object\"}}")
        .getBytes(StandardCharsets.UTF_8);
  }

  private byte[] ended(Exchange exchange, TextResult result) {
    began.add(new String(exchange.params(), StandardCharsets.UTF_8));
    return result.json();
  }

  private byte[] slow(Exchange exchange) throws InterruptedException {
    began.add(new String(exchange.params(), StandardCharsets.UTF_8));
    mayEnd.await();
    return TextResult.of("slow").json();
  }

  private byte[] refuse(Exchange exchange) throws RequestFailed {
    throw new RequestFailed(7, "No " + exchange.target() + " today.", null);
  }
}
