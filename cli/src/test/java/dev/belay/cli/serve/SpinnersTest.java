package dev.belay.cli.serve;

import static dev.belay.cli.serve.Served.call;
import static dev.belay.cli.serve.Served.isError;
import static dev.belay.cli.serve.Served.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.HandTime;
import dev.belay.core.time.Patience;
import dev.belay.testkit.client.HttpAnswer;
import dev.belay.testkit.client.ScriptedHttpClient;
import dev.belay.testkit.json.Json;
import dev.belay.tools.annotation.Tool;
import dev.belay.tools.declare.Tools;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Nothing here is timed: the answers must arrive while the spinners still spin, which they report.
 */
@DisplayName("C37: as many tools as there may be spin, and everything else answers")
@Tag("process")
final class SpinnersTest {
  private static final int SPINNERS = 2 * Runtime.getRuntime().availableProcessors();
  private static final int HOSTILE = 4 * Runtime.getRuntime().availableProcessors();

  private final HandTime time = new HandTime();
  private final Spinning spinning = new Spinning();
  private Served served;
  private ScriptedHttpClient client;

  /** Tools that ignore every stop until the test ends them. */
  static final class Spinning {
    private static final Pattern HOPELESS = Pattern.compile("(x+x+)+(z|\\1)?y");

    final AtomicBoolean stop = new AtomicBoolean();
    final AtomicInteger spin = new AtomicInteger();

    /** Spins. */
    @Tool(description = "Spins", timeout = 60, concurrency = "parallel")
    public String spin() {
      spin.incrementAndGet();
      while (!stop.get()) {
        Thread.onSpinWait();
      }
      spin.decrementAndGet();
      return "done";
    }

    /** Matches an exponential pattern again and again. */
    @Tool(description = "Matches", timeout = 60, concurrency = "parallel")
    public String match() {
      while (!stop.get()) {
        // Deaf to every interrupt, and short enough to end soon after the test: the threads of
        // calls that were given up would otherwise take the processors from the tests after it.
        var _ = HOPELESS.matcher("x".repeat(20)).find();
      }
      return "done";
    }

    /** Says hello. */
    @Tool(description = "Greets", readOnly = true, concurrency = "parallel")
    public String hello() {
      return "hello";
    }
  }

  @BeforeEach
  void open() throws IOException, InterruptedException {
    served =
        Serve.puppet()
            .on(time)
            .mcp("handoff_after", "0")
            .mcp("workers", Integer.toString(SPINNERS))
            .auth("{\"mode\":\"none\"}")
            .with(Tools.of(spinning))
            .start();
    client = served.legacy();
  }

  @AfterEach
  void close() throws IOException {
    spinning.stop.set(true);
    served.close();
  }

  private HttpAnswer get(String path) {
    return client.send(client.bare("GET").to(path));
  }

  private static String unknownArguments() {
    return IntStream.range(0, 300_000)
        .mapToObj(i -> "\"a" + i + "\":1")
        .collect(Collectors.joining(",", "{", "}"));
  }

  /** Passes time in such steps until all are answered. */
  private void pass(Duration step, List<HttpAnswer> answers) throws InterruptedException {
    Patience.await(
        time,
        step,
        () -> answers.stream().allMatch(HttpAnswer::hasEnded),
        () -> "not all are answered: " + answers);
  }

  private void stillSpin(int least) {
    assertThat(spinning.spin.get()).as("spinners that still spin").isGreaterThanOrEqualTo(least);
  }

  @Test
  @DisplayName(
      "SEC-C1, SEC-C2: /health, lists, limits, cancels and the end keep going while they spin")
  void everythingElseAnswers() throws InterruptedException, IOException {
    var unknown = unknownArguments();
    // Once before, so that no classes are loaded while they spin.
    assertThat(get("/health").status()).isEqualTo(200);
    assertThat(tools()).isNotEmpty();
    assertThat(abandoned()).isEmpty();
    var spins = new ArrayList<HttpAnswer>();
    for (int i = 0; i < SPINNERS; i++) {
      spins.add(call(client, "1" + i, "native__spin", "{}"));
    }
    Patience.await(() -> spinning.spin.get() == SPINNERS, () -> "only " + spinning.spin + " spin");
    var hostile = new ArrayList<HttpAnswer>();
    for (int i = 0; i < HOSTILE; i++) {
      hostile.add(call(client, "5" + i, "native__match", "{}"));
      hostile.add(call(client, "6" + i, "native__hello", unknown));
    }

    assertThat(get("/health").status()).isEqualTo(200);
    assertThat(tools()).isNotEmpty();
    var hanging = call(client, "3", "faulty__hang_honouring_cancel", "{}");
    served.awaitCalls("hang_honouring_cancel", 1);
    var id = idOf("hang_honouring_cancel");
    var cancelled = client.send(client.bare("POST").to("/api/calls/" + id + "/cancel"));
    assertThat(text(hanging.response())).startsWith("[CANCELLED]");
    // What is stopped has its time to obey.
    pass(Duration.ofMillis(100), List.of(cancelled));
    assertThat(cancelled.body()).contains("\"cancelled\":true");
    var limited = call(client, "4", "faulty__hang_honouring_cancel", "{}", "{\"timeout\":1000}");
    served.awaitCalls("hang_honouring_cancel", 2);
    time.advance(Duration.ofSeconds(1));
    // The call wishes both limits: of two due at once, the idle one is reported.
    assertThat(text(limited.response())).startsWith("No progress for 1s");
    stillSpin(SPINNERS);

    time.advance(Duration.ofMinutes(1));
    // Their own callers are answered too, and others take the places of the deaf.
    for (var one : spins) {
      assertThat(text(one.response())).startsWith("Tool exceeded wall-clock limit of 60s.");
    }
    pass(Duration.ofSeconds(1), hostile);
    for (var one : hostile) {
      var answer = one.response();
      assertThat(isError(answer) || answer.at("error").present()).as(answer.raw()).isTrue();
    }
    stillSpin(SPINNERS);
    abandonedAreShown();

    served.stop();
    stillSpin(SPINNERS);
  }

  private List<Json> tools() throws InterruptedException {
    return client.request("2", "tools/list", "{}").response().at("result", "tools").items();
  }

  private String idOf(String tool) throws InterruptedException {
    return Json.parse(get("/api/calls").body()).at("calls").items().stream()
        .filter(call -> call.at("tool").text().equals(tool))
        .findFirst()
        .orElseThrow()
        .at("id")
        .text();
  }

  private void abandonedAreShown() throws InterruptedException {
    Patience.await(() -> abandoned().size() >= SPINNERS, () -> "too few are shown as abandoned");
    assertThat(abandoned())
        .filteredOn(call -> call.at("tool").text().equals("spin"))
        .allSatisfy(call -> {
          assertThat(call.at("outcome").text()).isEqualTo("timed out");
          assertThat(call.at("at").text())
              .containsAnyOf("Spinning.spin", "java.lang.Thread", "AtomicBoolean");
        });
    var health = Json.parse(get("/health").body());
    assertThat(health.at("status").text()).isEqualTo("degraded");
    assertThat(Integer.parseInt(health.at("workers", "abandoned").raw()))
        .isGreaterThanOrEqualTo(SPINNERS);
  }

  private List<Json> abandoned() throws InterruptedException {
    return Json.parse(get("/api/calls").body()).at("abandoned").items();
  }
}
