package dev.belay.gateway.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.approval.Approval;
import dev.belay.core.approval.Decision;
import dev.belay.gateway.client.Asked;
import dev.belay.gateway.client.Guest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName(
    "A client that gives up by itself has its answer before, or hears that a person decides")
final class AwaitedApprovalTest extends Closing {
  private static final String TIMED_OUT =
      "Command timed out waiting for approval. Consider approving faster or configuring a longer"
          + " timeout. It did not run.";
  private static final int SILENCE = 60;

  private static MultiClientHarness asking(String approval) throws InterruptedException {
    var crowd =
        MultiClientHarness.of(
            StdioHarness.over()
                .yaml("tools: { echo: { approval: ask } }\napproval: { " + approval + " }\n"));
    // Its server starts before the clock moves.
    var _ = crowd.modern().ask("0", "tools/list", "{}").result();
    return crowd;
  }

  /**
   * A client with the limits of an SDK: it gives up on a request after 60 s without progress, and
   * after a total, if it has one. Moves the clock second by second.
   */
  private static final class Client {
    private final MultiClientHarness crowd;
    private final Guest guest;
    private final String id;
    private final int total;
    private final Asked asked;
    private final Approval approval;
    private int waited;
    private int heard;
    private int lastHeard;
    private boolean gaveUp;

    /** Without a limit in total if that is 0. */
    Client(MultiClientHarness crowd, boolean modern, String id, boolean isWatching, int total)
        throws InterruptedException {
      this.crowd = crowd;
      // It shows no forms, so that another person is asked.
      guest = modern ? crowd.modern("local", "{}") : crowd.legacy("{}");
      this.id = id;
      this.total = total;
      int before = crowd.approvals.open().size();
      int timers = crowd.time().armedTimers();
      var arguments = "{\"text\":\"hi " + id + "\"}";
      asked = isWatching ? guest.watch(id, "echo", arguments) : guest.call(id, "echo", arguments);
      crowd.await("the question", () -> crowd.approvals.open().size() > before);
      approval = crowd.approvals.open().getLast();
      // That of the wait, and that of the next progress: the clock stands still until then.
      int due = timers + (isWatching ? 2 : 1);
      crowd.await("the timers", () -> crowd.time().armedTimers() >= due);
    }

    boolean isOver() {
      return asked.isOver() || gaveUp;
    }

    /** One second has passed. */
    void tick() throws InterruptedException {
      waited++;
      if (!crowd.time().wall().isBefore(approval.expiresAt())) {
        crowd.await("the end of the wait", asked::isOver);
        return;
      }
      int count = asked.told("notifications/progress").size();
      if (count > heard) {
        heard = count;
        lastHeard = waited;
      }
      if (waited - lastHeard >= SILENCE || total == waited) {
        gaveUp = true;
        guest.cancel(id);
      }
    }

    /** Waits until it is answered, gives up, or so many seconds are over. */
    Client await(int seconds) throws InterruptedException {
      for (int i = 0; i < seconds && !isOver(); i++) {
        crowd.time().advance(Duration.ofSeconds(1));
        tick();
      }
      return this;
    }

    String decided(boolean isAllowed) throws InterruptedException {
      assertThat(gaveUp).as("gave up after %s s", waited).isFalse();
      var decision = new Decision(isAllowed, Decision.Scope.ONCE, "ann", "api", "");
      var _ = crowd.approvals.decide(approval.id(), decision);
      return asked.text();
    }

    void awaitWithdrawn() throws InterruptedException {
      crowd.await("the question's end", () -> crowd.approvals.open().isEmpty());
      assertThat(Objects.requireNonNull(crowd.approvals.find(approval.id())).state())
          .extracting("how")
          .isEqualTo(Approval.End.WITHDRAWN);
    }
  }

  private static void assertNotRun(MultiClientHarness crowd) {
    assertThat(crowd.log("call")).isEmpty();
    assertThat(crowd.approvals.open()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"false, 30", "true, 30", "false, 50", "true, 50"})
  @DisplayName("S3-24, S3-29, J10: without progress it is answered within 50 s, with S3-30's text")
  void withoutProgress(boolean modern, int limit) throws InterruptedException {
    var crowd = opened(asking(limit == 30 ? "" : "timeout_without_progress: " + limit));
    var client = new Client(crowd, modern, "1", /* isWatching= */ false, 0).await(1_000);
    assertThat(client.gaveUp).isFalse();
    assertThat(client.waited).isEqualTo(limit);
    assertThat(client.asked.text()).startsWith(TIMED_OUT);
    assertNotRun(crowd);
  }

  @ParameterizedTest
  @CsvSource({
    "'timeout: 3600', 0, 3599",
    "'timeout: 300', 300, 299",
    "'', 120, 119",
    "'', 0, 100",
  })
  @DisplayName(
      "S3-25 … S3-29, J10: with progress every 10 s a person may take as long as the client waits")
  void withProgress(String approval, int total, int waits) throws InterruptedException {
    for (var modern : List.of(false, true)) {
      var crowd = opened(asking(approval));
      var client = new Client(crowd, modern, "1", /* isWatching= */ true, total).await(waits);
      assertThat(client.heard).isEqualTo((waits + 5) / 10);
      assertThat(client.decided(true)).isEqualTo("hi 1");
    }
  }

  @ParameterizedTest
  @CsvSource({"false, 300", "true, 300", "false, 120", "true, 120"})
  @DisplayName("S3-26, S3-27: then its question is withdrawn")
  void overInTotal(boolean modern, int total) throws InterruptedException {
    var crowd = opened(asking("timeout: 3600"));
    var client = new Client(crowd, modern, "1", /* isWatching= */ true, total).await(1_000);
    assertThat(client.gaveUp).isTrue();
    assertThat(client.waited).isEqualTo(total);
    client.awaitWithdrawn();
    assertNotRun(crowd);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  @DisplayName("J10: a person may say no after 100 s")
  void denied(boolean modern) throws InterruptedException {
    var crowd = opened(asking(""));
    var client = new Client(crowd, modern, "1", /* isWatching= */ true, 0).await(100);
    assertThat(client.decided(false))
        .startsWith("[DENIED] A person did not allow this call (ann). It did not run.");
    assertNotRun(crowd);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  @DisplayName("J10, S3-22: a client that aborts while it waits withdraws its question alone")
  void aborted(boolean modern) throws InterruptedException {
    var crowd = opened(asking(""));
    var stays = new Client(crowd, modern, "1", /* isWatching= */ true, 0);
    var leaves = new Client(crowd, modern, "2", /* isWatching= */ true, 0);
    leaves.guest.cancel("2");
    crowd.await("one question", () -> crowd.approvals.open().size() == 1);
    assertThat(stays.decided(true)).isEqualTo("hi 1");
    assertThat(crowd.log("call")).containsExactly("echo");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  @DisplayName("J10: two that wait at the same time share no timer")
  void two(boolean modern) throws InterruptedException {
    var crowd = opened(asking(""));
    var first = new Client(crowd, modern, "1", /* isWatching= */ false, 0);
    var watches = new Client(crowd, modern, "2", /* isWatching= */ true, 0);
    for (int i = 0; i < 20; i++) {
      crowd.time().advance(Duration.ofSeconds(1));
      first.tick();
      watches.tick();
    }
    var last = new Client(crowd, modern, "3", /* isWatching= */ false, 0);
    while (!last.isOver()) {
      boolean isFirstOver = first.isOver();
      crowd.time().advance(Duration.ofSeconds(1));
      if (!isFirstOver) {
        first.tick();
      }
      watches.tick();
      last.tick();
    }
    assertThat(first.asked.text()).startsWith(TIMED_OUT);
    assertThat(first.waited).isEqualTo(30);
    assertThat(last.asked.text()).startsWith(TIMED_OUT);
    assertThat(last.waited).isEqualTo(30);
    assertThat(watches.await(69).decided(true)).isEqualTo("hi 2");
  }

  @Test
  @DisplayName("J10, S3-30: a form that nobody answers is withdrawn as the call is refused")
  void formUnanswered() throws InterruptedException {
    var crowd = opened(asking(""));
    var guest = crowd.legacy();
    int timers = crowd.time().armedTimers();
    var asked = guest.call("1", "echo", "{\"text\":\"hi\"}");
    var form = crowd.question(asked, "elicitation/create");
    crowd.await("the timer of the wait", () -> crowd.time().armedTimers() > timers);
    crowd.time().advance(Duration.ofSeconds(29));
    assertThat(asked.isOver()).isFalse();
    crowd.pass("the refusal", () -> asked.isOver());
    assertThat(asked.text()).startsWith(TIMED_OUT);
    var withdrawn = new ArrayList<>(asked.told("notifications/cancelled"));
    withdrawn.addAll(guest.told("notifications/cancelled"));
    assertThat(withdrawn)
        .extracting(each -> each.at("params", "requestId").raw())
        .containsExactly(form.at("id").raw());
    assertNotRun(crowd);
  }
}
