package dev.belay.gateway.catalog;

import dev.belay.mcp.server.Question;
import dev.belay.tools.call.ToolCall;
import dev.belay.tools.declare.Tools;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;

/** Tools in Java that do as a test says, and tell it what they do. */
final class Workshop {
  /** What runs now, by its tool and argument. */
  final BlockingQueue<String> began = new LinkedBlockingQueue<>();

  /** How what was stopped heard of it. */
  final BlockingQueue<String> stopped = new LinkedBlockingQueue<>();

  /** What one of them returns. */
  public record Measured(int length) {}

  private final CountDownLatch mayEnd = new CountDownLatch(1);

  /** Lets all end that waits. */
  void open() {
    mayEnd.countDown();
  }

  Tools tools() {
    return Tools.builder()
        .add(
            Tools.define("say")
                .category("speech")
                .description("Says   it. " + "Long words. ".repeat(40))
                .readOnly()
                .idempotent()
                .argument("word", String.class, "What to say.", "hi")
                .handle(call -> {
                  began.add("say");
                  return "said " + call.argument("word", String.class);
                }))
        .add(Tools.define("wait").description("Waits.").handle(this::waits))
        .add(Tools.define("wreck").description("Wrecks.").destructive().handle(this::waits))
        .add(
            Tools.define("report")
                .description("Reports.")
                .handle(call -> {
                  call.progress(1, 2);
                  began.add("report");
                  mayEnd.await();
                  return "reported";
                }))
        .add(
            Tools.define("fail")
                .description("Fails.")
                .handle(_ -> {
                  throw new IllegalStateException("it broke");
                }))
        .add(Tools.define("ask").description("Asks.").handle(Workshop::asks))
        .add(
            Tools.define("measure")
                .description("Measures.")
                .returns(Measured.class)
                .handle(_ -> {
                  mayEnd.await();
                  return new Measured(3);
                }))
        .build();
  }

  private String waits(ToolCall call) throws InterruptedException {
    began.add(call.tool());
    try {
      mayEnd.await();
      return "over";
    } catch (InterruptedException e) {
      stopped.add(String.valueOf(call.context().cancellation().stop().orElseThrow()));
      throw e;
    }
  }

  private static String asks(ToolCall call) throws InterruptedException {
    var params = "{\"message\":\"Which day?\",\"requestedSchema\":{\"type\":\"object\"}}";
    var question = Question.elicitation("q1", params.getBytes(StandardCharsets.UTF_8));
    Map<String, ?> answers = call.client().ask(List.of(question));
    return "answered " + answers.get("q1");
  }
}
