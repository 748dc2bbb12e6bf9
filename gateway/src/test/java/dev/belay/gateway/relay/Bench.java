package dev.belay.gateway.relay;

import dev.belay.core.time.HandTime;
import dev.belay.mcp.envelope.TextResult;
import dev.belay.mcp.progress.KeepAlive;
import dev.belay.mcp.server.Exchange;
import dev.belay.mcp.server.InputRequired;
import dev.belay.mcp.server.McpServer;
import dev.belay.mcp.server.Question;
import dev.belay.mcp.server.RequestFailed;
import dev.belay.mcp.server.Speaks;
import dev.belay.mcp.session.SessionFactory;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;

/** A server in this program that knows no tasks; its tools go on when a test says so. */
final class Bench {
  /** The params of the calls that run, or have run. */
  final BlockingQueue<String> began = new LinkedBlockingQueue<>();

  /** How far {@code work} is; zero is its end. */
  final BlockingQueue<Integer> steps = new LinkedBlockingQueue<>();

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
        .tool(defined("ask"), exchange -> this.asked(exchange, List.of(question("name"))))
        .tool(
            defined("pair"),
            exchange -> asked(exchange, List.of(question("first"), question("second"))))
        .tool(defined("work"), this::work)
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

  private static Question question(String key) {
    var params = "{\"message\":\"Your " + key + "?\",\"requestedSchema\":{\"type\":\"object\"}}";
    return Question.elicitation(key, params.getBytes(StandardCharsets.UTF_8));
  }

  private byte[] asked(Exchange exchange, List<Question> questions)
      throws RequestFailed, InputRequired, InterruptedException {
    began.add(new String(exchange.params(), StandardCharsets.UTF_8));
    var text = new StringBuilder("answered");
    for (var answer : exchange.ask(questions).entrySet()) {
      var json = new String(answer.getValue(), StandardCharsets.UTF_8);
      text.append(' ').append(answer.getKey()).append('=').append(json);
    }
    return TextResult.of(text.toString()).json();
  }

  /** Reports as far as a test says, and then waits with all the others. */
  private byte[] work(Exchange exchange) throws InterruptedException {
    try (var progress = exchange.progress(new HandTime(), KeepAlive.OFF)) {
      began.add("work");
      for (var step = steps.take(); step > 0; step = steps.take()) {
        Objects.requireNonNull(progress).tell((double) step, 9.0, "step " + step);
      }
    }
    return TextResult.of("worked").json();
  }

  private byte[] refuse(Exchange exchange) throws RequestFailed {
    throw new RequestFailed(7, "No " + exchange.target() + " today.", null);
  }
}
