package dev.belay.core.turn;

import static dev.belay.core.turn.TurnRig.seconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.call.Caller;
import dev.belay.core.call.Limits;
import dev.belay.core.lane.Lane;
import dev.belay.core.turn.TurnWork.Open;
import dev.belay.core.turn.TurnWork.TimedOut;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("What a turn does, and what did not end in time, for who asks within it")
final class TurnWorkTest {
  private final TurnRig rig = new TurnRig(1);
  private final TurnRequest request = TurnRequest.of("main", "s");
  private int told;

  private ToolUse late(String tool, double limit) {
    return rig.hanging(tool).within(new Limits(Duration.ZERO, seconds(limit))).as("late-" + tool);
  }

  @Test
  @DisplayName("S1-75: what runs and since when, what waits, how many there are in all")
  void open() {
    var running =
        rig.running(
            request,
            List.of(
                rig.tool("read", 1, "x").as("a"),
                rig.tool("list", 4, "y").as("b"),
                rig.tool("exec", 9, "z").in(new Lane.Exclusive()).as("c")));
    rig.at(
        3,
        () ->
            assertThat(running.turn().work())
                .isEqualTo(
                    new TurnWork(
                        3,
                        0,
                        List.of(
                            new Open("b", "list", true, seconds(3)),
                            new Open("c", "exec", false, Duration.ZERO)),
                        List.of())));
    rig.simulation.run();
    assertThat(running.turn().work()).isEqualTo(new TurnWork(3, 0, List.of(), List.of()));
  }

  @Test
  @DisplayName("S1-76, S1-77: over all turns of one principal, agent and session, and since when")
  void session() {
    var begun = rig.simulation.wall();
    var first =
        rig.running(
            request,
            List.of(
                late("crawl", 2),
                late("exec", 1),
                rig.tool("read", 1, "x").as("a"),
                rig.tool("read", 1, "error").as("b")));
    var others =
        List.of(
            request.withCaller(Caller.of("anna", null)),
            TurnRequest.of("main", "other"),
            TurnRequest.of("another", "s"));
    others.forEach(other -> rig.running(other, List.of(late("never", 1))));
    rig.at(10, () -> rig.running(request, List.of(late("crawl", 3))));
    var exec = new TimedOut("exec", seconds(1), 1);
    assertTold(first, 1.5, new SessionWork(begun, 3, 2, List.of(exec)));
    var all = new SessionWork(begun, 5, 4, List.of(exec, new TimedOut("crawl", seconds(3), 2)));
    assertTold(first, 20, all);
    assertTold(first, Duration.ofDays(3).toSeconds(), all);
    rig.simulation.run();
    assertThat(told).isEqualTo(3);
  }

  @Test
  @DisplayName("S1-77: what was cancelled is no error")
  void cancelled() {
    var turn = rig.running(request, List.of(rig.hanging("crawl").as("a")));
    rig.at(1, () -> turn.turn().abort(AbortReason.USER));
    rig.at(2, () -> assertThat(rig.registry.session(turn.turn()).failed()).isZero());
    rig.at(2, () -> assertThat(rig.registry.session(turn.turn()).ended()).isEqualTo(1));
    rig.simulation.run();
  }

  @Test
  @DisplayName("of many sessions the oldest are forgotten, which is seen by since when they count")
  void manySessions() {
    var first = rig.begin(TurnRequest.of("main", "0"));
    var _ = first.complete();
    rig.at(
        60,
        () -> {
          for (int i = 1; i <= TurnOptions.MOST_SESSIONS; i++) {
            var _ = rig.begin(TurnRequest.of("main", "" + i)).complete();
          }
        });
    rig.at(
        120,
        () -> {
          var again = rig.begin(TurnRequest.of("main", "0"));
          assertThat(rig.registry.session(again).since()).isEqualTo(rig.simulation.wall());
          var _ = again.complete();
          var known = rig.begin(TurnRequest.of("main", "2"));
          assertThat(rig.registry.session(known).since())
              .isEqualTo(rig.simulation.wall().minusSeconds(60));
          var _ = known.complete();
          told++;
        });
    rig.simulation.run();
    assertThat(told).isEqualTo(1);
  }

  private void assertTold(TurnRig.Running asked, double at, SessionWork wanted) {
    rig.at(
        at,
        () -> {
          assertThat(rig.registry.session(asked.turn())).as("at " + at).isEqualTo(wanted);
          told++;
        });
  }

  @Test
  @DisplayName("no more tools than are worth being told of")
  void bounded() {
    var tools = new LinkedHashMap<String, TimedOut>();
    IntStream.range(0, 2 * TimedOut.MOST)
        .forEach(i -> new TimedOut("tool-" + i, seconds(1), 1).addTo(tools));
    new TimedOut("tool-0", seconds(2), 4).addTo(tools);
    assertThat(tools).hasSize(TimedOut.MOST);
    assertThat(tools.values()).first().isEqualTo(new TimedOut("tool-0", seconds(2), 5));
  }

  @Test
  @DisplayName("S1-8: what counts as a loop is settled as a turn begins, and counted anew in each")
  void loops() {
    var limits = new AtomicReference<>(new LoopLimits(12, 0, 2, 0, 0, 0));
    var registry =
        new TurnRegistry(
            new TurnOptions(rig.simulation, rig.simulation.threads(), LoopLimits.DEFAULT, _ -> {})
                .withLoops(limits::get));
    var texts = new ArrayList<String>();
    rig.inTurn(() -> {
      for (int i = 0; i < 3; i++) {
        var turn = registry.begin(request);
        // A change from now on applies to the next turn.
        limits.set(new LoopLimits(12, 0, i == 0 ? 2 : 0, 0, 0, 0));
        var same = List.of(rig.tool("read", 1, "x").as("a"), rig.tool("read", 1, "x").as("b"));
        texts.add(turn.run(same).getLast().text());
        var _ = turn.complete();
      }
      return texts;
    });
    rig.simulation.run();
    assertThat(texts.get(0)).contains("HALTING");
    assertThat(texts.get(1)).contains("HALTING");
    assertThat(texts.get(2)).isEqualTo("x");
  }
}
