package dev.belay.testkit.tool;

import dev.belay.core.time.Time;
import dev.belay.tools.annotation.Arg;
import dev.belay.tools.annotation.Tool;
import dev.belay.tools.call.Elicited;
import dev.belay.tools.call.ToolCall;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.json.JsonMapper;

/** Tools of every behaviour that tests need. */
public final class SampleTools {
  private final AtomicInteger attempts = new AtomicInteger();

  /** Creates tools that were not called yet. */
  public SampleTools() {}

  /** Result of a search. */
  public record Hits(String query, List<String> files) {}

  @Tool(description = "Searches code.", readOnly = true)
  public Hits searchCode(
      @Arg(description = "What to look for") String query,
      @Arg(description = "How many at most", defaultValue = "10") int limit) {
    return new Hits(query, List.of("a.java", "b.java").subList(0, Math.min(2, limit)));
  }

  @Tool(description = "Waits.")
  public String sleep(@Arg(description = "How long") Duration howLong, Time time)
      throws InterruptedException {
    time.sleep(howLong);
    return "slept for " + howLong;
  }

  @Tool(description = "Reads pages.", timeout = 7200)
  public String readPages(@Arg(description = "How many") int pages, ToolCall call)
      throws InterruptedException {
    for (int page = 1; page <= pages; page++) {
      call.context().time().sleep(Duration.ofMinutes(1));
      call.heartbeat("page " + page, (double) page, (double) pages);
    }
    call.log().info("all read");
    return pages + " pages";
  }

  @Tool(description = "Asks for a name.")
  public String askName(ToolCall call) throws InterruptedException {
    var schema =
        JsonMapper.shared()
            .readTree(
                """
                {"type":"object","properties":{"name":{"type":"string"}},"required":["name"]}\
                """);
    return switch (call.elicit("Who are you?", schema)) {
      case Elicited.Accepted accepted -> "hello " + accepted.content().path("name").asString();
      case Elicited.Declined _ -> "as you like";
      case Elicited.Dismissed _ -> "nobody there";
    };
  }

  @Tool(description = "Has a model sum up where the client works.")
  public String sumUp(ToolCall call) throws InterruptedException {
    var params = JsonMapper.shared().createObjectNode().put("maxTokens", call.roots().size());
    return call.sample(params).at("/content/text").asString();
  }

  @Tool(
      description = "Works at the third attempt.",
      readOnly = true,
      retryOn = IllegalStateException.class,
      maxAttempts = 3)
  public String flaky() {
    if (attempts.incrementAndGet() < 3) {
      throw new IllegalStateException("not yet");
    }
    return "at last";
  }

  @Tool(description = "Goes on though it is stopped.")
  public void stubborn(Time time) {
    while (true) {
      try {
        time.sleep(Duration.ofSeconds(1));
      } catch (InterruptedException _) {
        // Ignoring the interrupt is its fault.
      }
    }
  }

  @Tool(description = "Leaves a timer.")
  public void forgetful(Time time) {
    var _ = time.after(Duration.ofHours(1), () -> {});
  }

  @Tool(description = "Waits for what never comes.", timeout = 0, idleTimeout = 0)
  public void stuck() throws InterruptedException {
    new CountDownLatch(1).await();
  }
}
