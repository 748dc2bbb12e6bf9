package dev.belay.cli.serve;

import static dev.belay.cli.serve.Turns.texts;
import static dev.belay.cli.serve.Turns.use;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.claims.Claim;
import dev.belay.core.time.Patience;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("What was stopped in time was never asked for; what answers too late is not heard")
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("process")
final class TurnUnbegunTest {
  private static final String EXCLUSIVE = "{\"concurrency\":\"exclusive\"}";

  private Served served;
  private Turns turns;

  @BeforeEach
  void open() throws IOException, InterruptedException {
    served =
        Serve.process()
            .auth("{\"mode\":\"none\"}")
            .tool("faulty__hang_honouring_cancel", EXCLUSIVE)
            .logged("quiet")
            .start();
    turns = Turns.of(served);
  }

  @AfterEach
  void close() throws IOException {
    served.close();
  }

  private static String hang(String id) {
    return use(id, "faulty__hang_honouring_cancel", "{}");
  }

  private static String quiet(String id, String text) {
    return use(id, "quiet__echo", "{\"text\":\"" + text + "\"}");
  }

  /** {@return the bytes received by the other server} */
  private List<String> got() {
    return served.logOf("quiet", "recv");
  }

  @Test
  @Claim("P6")
  @DisplayName(
      "P6: a call that waits for its lane when its turn is aborted sends its server 0 bytes")
  void theTurn() throws InterruptedException {
    assertThat(texts(turns.run(quiet("x", "before")))).containsExactly("before");
    var before = got();
    var live = turns.begin(hang("a"), quiet("b", "never"), quiet("c", "never"));
    served.awaitCalls("hang_honouring_cancel", 1);
    assertThat(turns.abort(live.id()).status()).isEqualTo(200);
    assertThat(live.story()).endsWith("turn_abort").doesNotContain("tool_start b", "tool_start c");
    turns.awaitIdle();
    assertOnlyTheNextCall(before);
  }

  @Test
  @Claim("P6")
  @DisplayName("P6: so does one that is aborted alone, while the turn goes on")
  void oneCall() throws InterruptedException {
    assertThat(texts(turns.run(quiet("x", "before")))).containsExactly("before");
    var before = got();
    var live = turns.begin(hang("a"), quiet("b", "never"));
    served.awaitCalls("hang_honouring_cancel", 1);
    assertThat(turns.abortTool(live.id(), "b").status()).isEqualTo(200);
    assertThat(turns.abortTool(live.id(), "a").status()).isEqualTo(200);
    assertThat(live.types()).endsWith("turn_complete");
    assertThat(live.results()).containsEntry("b", "[CANCELLED] Tool call aborted by user.");
    assertOnlyTheNextCall(before);
  }

  /** Asserts that the server has received nothing since then but the call made now. */
  private void assertOnlyTheNextCall(List<String> before) throws InterruptedException {
    assertThat(texts(turns.run(quiet("y", "after")))).containsExactly("after");
    var since = got().subList(before.size(), got().size());
    assertThat(since).singleElement().satisfies(line -> assertThat(line).contains("\"after\""));
  }

  @Test
  @Claim("P7")
  @DisplayName("P7: an answer that comes after the abort is dropped and counted")
  void late() throws InterruptedException {
    var live = turns.begin(use("a", "quiet__answer_after_cancel", "{\"ms\":1}"));
    Patience.await(
        () -> served.logOf("quiet", "call").contains("answer_after_cancel"), () -> "it never ran");
    long before = lateResults();
    assertThat(turns.abort(live.id()).status()).isEqualTo(200);
    assertThat(live.results()).isEqualTo(Map.of("a", "[CANCELLED] Turn aborted by user."));
    Patience.await(() -> lateResults() > before, () -> "nobody counts the late result");
    assertThat(lateResults()).isEqualTo(before + 1);
    assertThat(turns.read(live.id()).story()).isEqualTo(live.story());
  }

  /** {@return the number of late answers, by the server's own metrics} */
  private long lateResults() throws InterruptedException {
    var metrics = turns.get("/metrics").body();
    return metrics
        .lines()
        .filter(line -> line.startsWith("belay_late_results_total"))
        .mapToLong(line -> (long) Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }
}
