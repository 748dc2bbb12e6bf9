package dev.belay.tools.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.cancel.Cause;
import dev.belay.tools.annotation.ApprovalNeed;
import dev.belay.tools.declare.RuntimeEstimate;
import dev.belay.tools.declare.ToolOptions;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("S2-15: how long a call takes is estimated from its arguments, once they are checked")
final class EstimatedCallTest {
  private final Rig rig = new Rig(1);
  private final List<String> said = new ArrayList<>();

  private Rig.Started start(RuntimeEstimate estimate, String arguments) {
    var terms =
        new ToolOptions(
            null,
            null,
            "parallel",
            List.of(),
            1,
            Duration.ZERO,
            /* async= */ true,
            null,
            estimate,
            ApprovalNeed.NONE);
    var tool =
        Rig.tool(
            "work",
            Rig.WRITING,
            terms,
            _ -> {
              said.add("ran");
              return "";
            });
    var started = rig.start(tool, Rig.request(arguments), Client.NONE);
    started.run().onEstimate(this::say);
    return started;
  }

  private void say(@Nullable Duration estimate) {
    said.add("estimate " + estimate);
  }

  @Test
  @DisplayName("the estimate is known before the body runs")
  void first() {
    var started = start((tool, of) -> Duration.ofSeconds(tool.length() * of.size()), "{\"a\":1}");
    rig.simulation.run();
    assertThat(said).containsExactly("estimate PT4S", "ran");
    assertThat(started.isError()).isFalse();
  }

  @Test
  @DisplayName("one that throws, overflows, or gives no time is unknown, and the call goes on")
  void none() {
    start(
        (_, _) -> {
          throw new IOException("no such folder");
        },
        "{}");
    start(
        (_, _) -> {
          throw new StackOverflowError();
        },
        "{}");
    start((_, _) -> Duration.ZERO, "{}");
    start((_, _) -> null, "{}");
    rig.simulation.run();
    assertThat(said).hasSize(8).containsOnly("estimate null", "ran");
  }

  @Test
  @DisplayName("nothing is estimated of arguments that are wrong, and the call is refused")
  void refused() {
    var started = start((_, _) -> Duration.ofSeconds(1), "{\"wrong\":1}");
    rig.simulation.run();
    assertThat(said).containsExactly("estimate null");
    assertThat(started.isError()).isTrue();
  }

  @Test
  @DisplayName("a call that is stopped does not wait for its estimate")
  void stopped() {
    var started =
        start(
            (_, _) -> {
              rig.sleep(1_000);
              return Duration.ofSeconds(1);
            },
            "{}");
    rig.at(1, () -> started.run().call().cancel(Cause.CLIENT, ""));
    rig.simulation.run();
    assertThat(said).containsExactly("estimate null");
    assertThat(Duration.ofNanos(rig.simulation.nanos())).isLessThan(Duration.ofSeconds(900));
  }
}
