package dev.belay.tools.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.claims.Claim;
import dev.belay.core.call.Outcome;
import dev.belay.core.cancel.Cause;
import dev.belay.core.journal.CallEvent;
import dev.belay.core.time.Seeds;
import dev.belay.tools.declare.Hints;
import dev.belay.tools.declare.NativeTool;
import dev.belay.tools.declare.ToolOptions;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("S4-62, S4-63, C27: a tool is tried again where that can help and does no harm")
@Claim({"S4-62", "S4-63", "C27"})
final class RetryTest {
  private final Rig rig = new Rig(7);
  private final List<Long> began = new ArrayList<>();

  private static ToolOptions trying(int attempts, double timeout) {
    return new ToolOptions(
        Rig.seconds(timeout),
        null,
        "parallel",
        List.of(IOException.class),
        attempts,
        Duration.ZERO);
  }

  /** Throws that often, then returns a text. */
  private NativeTool failing(Rig on, int times, Hints hints, ToolOptions terms, Exception thrown) {
    return Rig.tool(
        "fetch",
        hints,
        terms,
        _ -> {
          began.add(on.simulation.nanos());
          if (began.size() <= times) {
            throw thrown;
          }
          return "there";
        });
  }

  private List<CallEvent.Retrying> retries(Rig.Started started) {
    return rig.eventsOf(started).stream()
        .filter(CallEvent.Retrying.class::isInstance)
        .map(CallEvent.Retrying.class::cast)
        .toList();
  }

  @Test
  @DisplayName(
      "a passing failure, of a subclass too, is tried again, and each attempt is journaled")
  void again() {
    var started =
        rig.run(failing(rig, 2, Rig.READING, trying(3, 60), new SocketTimeoutException("slow")));

    assertThat(started.text()).isEqualTo("there");
    assertThat(began).hasSize(3);
    assertThat(retries(started))
        .extracting(CallEvent.Retrying::attempt, CallEvent.Retrying::reason)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(2, "slow"),
            org.assertj.core.groups.Tuple.tuple(3, "slow"));
  }

  @Test
  @DisplayName("the last failure is what is told once the attempts are used up")
  void usedUp() {
    var started = rig.run(failing(rig, 9, Rig.READING, trying(3, 60), new IOException("gone")));

    assertThat(started.text()).isEqualTo("gone");
    assertThat(began).hasSize(3);
  }

  @Test
  @DisplayName("pauses double, less up to a half by chance, and the same seed pauses the same")
  void backOff() {
    Seeds.forEach(
        50,
        seed -> {
          var pauses = pauses(seed);
          for (int i = 0; i < pauses.size(); i++) {
            var whole = Duration.ofMillis(Math.min(200L << i, 10_000));
            assertThat(pauses.get(i)).isBetween(whole.dividedBy(2), whole);
          }
          assertThat(pauses(seed)).isEqualTo(pauses);
        });
    assertThat(pauses(1)).isNotEqualTo(pauses(2));
  }

  private List<Duration> pauses(long seed) {
    began.clear();
    var other = new Rig(seed);
    other.run(failing(other, 8, Rig.READING, trying(9, 0), new IOException("x")));
    var pauses = new ArrayList<Duration>();
    for (int i = 1; i < began.size(); i++) {
      pauses.add(Duration.ofNanos(began.get(i) - began.get(i - 1)));
    }
    assertThat(pauses).hasSize(8);
    return pauses;
  }

  @Test
  @DisplayName("a tool that is neither read-only nor idempotent is never tried again")
  void harmful() {
    var hints = new Hints(null, false, true, false, false);

    assertThat(rig.run(failing(rig, 9, hints, trying(3, 60), new IOException("no"))).text())
        .isEqualTo("no");
    assertThat(began).hasSize(1);
  }

  @Test
  @DisplayName("what the author did not name is not passing")
  void otherType() {
    rig.run(failing(rig, 9, Rig.READING, trying(3, 60), new IllegalStateException("bug")));

    assertThat(began).hasSize(1);
  }

  @Test
  @DisplayName("all attempts share one total limit: a pause that would not end in it is not begun")
  void oneLimit() {
    var tool =
        Rig.tool(
            "fetch",
            Rig.READING,
            trying(100, 2.25),
            _ -> {
              began.add(rig.simulation.nanos());
              rig.sleep(1);
              throw new IOException("slow");
            });
    var started = rig.run(tool);

    assertThat(started.text()).isEqualTo("slow");
    assertThat(started.end().outcome()).isInstanceOf(Outcome.Failed.class);
    assertThat(began).hasSize(2);
  }

  @Test
  @DisplayName("a call that is taken back in a pause is not tried again")
  void cancelledInPause() {
    var started = rig.start(failing(rig, 9, Rig.READING, trying(9, 0), new IOException("x")));
    rig.at(0.05, () -> started.run().leave(Cause.CLIENT));
    rig.simulation.run();

    assertThat(began).hasSize(1);
    assertThat(rig.governor.directory().abandoned()).isEmpty();
  }

  @Test
  @DisplayName("a call that was stopped and then throws a passing failure is not tried again")
  void cancelledThenFails() {
    var tool =
        Rig.tool(
            "fetch",
            Rig.READING,
            trying(9, 60),
            _ -> {
              began.add(rig.simulation.nanos());
              try {
                rig.sleep(10);
              } catch (InterruptedException e) {
                throw new IOException("interrupted", e);
              }
              return "";
            });
    var started = rig.start(tool);
    rig.at(1, () -> started.run().leave(Cause.CLIENT));
    rig.simulation.run();

    assertThat(began).hasSize(1);
  }

  @Test
  @DisplayName("silence between attempts is not idleness")
  void idleHeld() {
    var terms =
        new ToolOptions(
            Rig.seconds(60),
            Rig.seconds(0.15),
            "parallel",
            List.of(IOException.class),
            5,
            Duration.ZERO);

    assertThat(rig.run(failing(rig, 3, Rig.READING, terms, new IOException("x"))).text())
        .isEqualTo("there");
  }
}
