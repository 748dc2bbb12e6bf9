package dev.belay.core.approval;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.approval.Approval.Asked;
import dev.belay.core.approval.Approval.Terms;
import dev.belay.core.call.CallId;
import dev.belay.core.call.CallInfo;
import dev.belay.core.call.Caller;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The last allowed call of a tool is kept for comparison, within bounds")
final class AllowedCallsTest {
  private static final Instant AT = Instant.parse("2026-01-01T00:00:00Z");
  private static final Terms TERMS =
      new Terms(Duration.ofSeconds(1), Duration.ofSeconds(1), 1, false);

  private final AllowedCalls calls = new AllowedCalls();
  private int id;

  private Approval approval(
      String principal, String server, String tool, String definition, String arguments) {
    var call = new CallInfo(new CallId("n", 1, ++id), tool, server, Caller.of(principal, "s"), AT);
    var asked = new Asked(server, tool, arguments, "digest", definition, "", false);
    return new Approval(call, asked, TERMS, AT, AT, List.of(), new Approval.State.Open());
  }

  private void put(Approval approval, long now) {
    calls.put(approval, List.of("ann"), AT, now);
  }

  @Test
  @DisplayName(
      "by principal, server, tool and known definition, the last in place of the one before")
  void kinds() {
    put(approval("ada", "files", "rm", "v1", "{}"), 0);
    var last = approval("ada", "files", "rm", "v1", "{\"a\":1}");
    put(last, 0);
    put(approval("ada", "files", "new", "", "{}"), 0);
    assertThat(calls.find(approval("ada", "files", "rm", "v1", "{\"b\":1}"), 0))
        .isEqualTo(new AllowedCall(last.id(), "{\"a\":1}", "digest", AT, List.of("ann")));
    for (var other :
        List.of(
            approval("bob", "files", "rm", "v1", "{}"),
            approval("ada", "other", "rm", "v1", "{}"),
            approval("ada", "files", "write", "v1", "{}"),
            approval("ada", "files", "rm", "v2", "{}"),
            approval("ada", "files", "new", "", "{}"))) {
      assertThat(calls.find(other, 0)).isNull();
    }
    calls.forget(server -> server.equals("files"));
    assertThat(calls.find(last, 0)).isNull();
  }

  @Test
  @DisplayName("for eight hours")
  void old() {
    var early = approval("ada", "files", "rm", "v1", "{}");
    var later = approval("ada", "files", "write", "v1", "{}");
    put(early, 5);
    put(later, 6);
    long end = AllowedCalls.KEPT.toNanos() + 5;
    assertThat(calls.find(early, end - 1)).isNotNull();
    assertThat(calls.find(early, end)).isNull();
    assertThat(calls.find(later, end)).isNotNull();
    put(early, end);
    calls.forget(end + 1);
    assertThat(calls.find(later, end + 1)).isNull();
    assertThat(calls.find(early, end + 1)).isNotNull();
  }

  @Test
  @DisplayName("of so many tools, those allowed first giving way")
  void tools() {
    for (int i = 0; i <= AllowedCalls.MOST; i++) {
      put(approval("ada", "files", "t" + i, "v1", "{}"), 0);
    }
    assertThat(calls.find(approval("ada", "files", "t0", "v1", ""), 0)).isNull();
    assertThat(calls.find(approval("ada", "files", "t1", "v1", ""), 0)).isNotNull();
  }

  @Test
  @DisplayName("with so many characters in all, and without arguments that are long by themselves")
  void characters() {
    var long64 = "x".repeat(Approval.KEPT);
    long fit = AllowedCalls.MOST_CHARACTERS / Approval.KEPT - 1;
    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < fit; i++) {
        put(approval("ada", "files", "t" + i, "v1", long64), 0);
      }
      assertThat(calls.find(approval("ada", "files", "t0", "v1", ""), 0)).isNotNull();
    }
    put(approval("ada", "files", "more", "v1", long64), 0);
    put(approval("ada", "files", "huge", "v1", long64 + "x"), 0);
    assertThat(calls.find(approval("ada", "files", "t0", "v1", ""), 0)).isNull();
    assertThat(calls.find(approval("ada", "files", "t1", "v1", ""), 0)).isNotNull();
    assertThat(calls.find(approval("ada", "files", "huge", "v1", ""), 0))
        .satisfies(huge -> assertThat(huge.arguments()).isEmpty());
  }
}
