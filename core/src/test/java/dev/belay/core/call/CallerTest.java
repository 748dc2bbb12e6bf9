package dev.belay.core.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.journal.Subject;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Who makes a call is told to people by the name that a client gives itself")
class CallerTest {
  private static String named(String name) {
    return String.valueOf(Caller.LOCAL.named(name).client());
  }

  @Test
  @DisplayName("A name is one line, without controls of terminals and of the direction of writing")
  void oneLine() {
    assertThat(named("claude-code")).isEqualTo("claude-code");
    assertThat(named(" \u001b[31mred\r\nCURSOR\t")).isEqualTo("[31mred CURSOR");
    assertThat(named("a\u202egnp.\u2066b\u2028c\u009bd")).isEqualTo("a gnp. b c d");
    assertThat(named("gérard 🙂")).isEqualTo("gérard 🙂");
  }

  @Test
  @DisplayName("A name is as long as other names at most")
  void bounded() {
    assertThat(named("n".repeat(1 << 20))).isEqualTo("n".repeat(200) + "…");
  }

  @Test
  @DisplayName("What has nothing to see is no name")
  void none() {
    for (var name : List.of("", " ", "\n\u202e\u0000")) {
      assertThat(Caller.LOCAL.named(name).client()).isNull();
    }
  }

  @Test
  @DisplayName("The name stays in a turn and below another caller, and is in the journal")
  void kept() {
    var caller = Caller.of("ann", "s").named("cursor").inTurn("t-1").below(Caller.LOCAL);
    assertThat(caller.client()).isEqualTo("cursor");
    var info = new CallInfo(new CallId("n", 0, 1), "read", "files", caller, Instant.EPOCH);
    assertThat(info.subject())
        .isEqualTo(
            new Subject(info.id().toString(), "read", "files", "ann", null, "s", "t-1", "cursor"));
  }
}
