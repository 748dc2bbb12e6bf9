package dev.belay.core.turn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.claims.Claim;
import dev.belay.core.lane.Lane;
import dev.belay.core.lane.Lanes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("P6: what is stopped before it begins never reaches its tool")
@Claim("P6")
final class UnbegunTest {
  private static final TurnRequest REQUEST = TurnRequest.of("main", "s1");

  private final TurnRig rig = new TurnRig(1);
  private final List<String> reached = new ArrayList<>();

  private TurnRig.Told noting(String name) {
    return rig.tool(
        name,
        _ -> {
          reached.add(name);
          rig.simulation.sleep(Duration.ofSeconds(1));
          return TurnRig.text(name);
        });
  }

  @Test
  @DisplayName("S1-84: stopped between being asked for and being known, it does not begin later")
  void stoppedBeforeItIsKnown() {
    var others = new Lanes();
    var _ = rig.running(REQUEST, List.of(behind(others, "first").as("a")));
    rig.simulation.runFor(Duration.ofMillis(1));
    var turn = rig.running(REQUEST, List.of(behind(others, "second").toldAfter(9).as("b")));
    rig.at(0.5, () -> assertThat(turn.turn().abortTool("b")).isTrue());
    rig.simulation.run();
    assertThat(turn.texts()).containsExactly("[CANCELLED] Tool call aborted by user.");
    assertThat(turn.results().getFirst().ran()).isZero();
    assertThat(turn.story()).containsExactly("start", "cancelled b", "result b", "complete 1");
    assertThat(reached).containsExactly("first");
    assertThat(rig.governor.directory().calls()).isEmpty();
  }

  private TurnRig.Told behind(Lanes others, String name) {
    return noting(name).behind(others.gate(new Lane.Exclusive()));
  }

  @Test
  @DisplayName("S1-84: stopped after it began and before it is known, it is stopped once it is")
  void stoppedAfterItBegan() {
    var turn = rig.running(REQUEST, List.of(rig.hanging("crawl").toldAfter(2).as("a")));
    rig.at(1, () -> assertThat(turn.turn().abortTool("a")).isTrue());
    rig.simulation.run();
    assertThat(turn.texts()).containsExactly("[CANCELLED] Tool call aborted by user.");
    assertThat(turn.results().getFirst().ran()).isEqualTo(Duration.ofSeconds(2));
    assertThat(turn.story())
        .containsExactly("start", "begin a", "cancelled a", "result a", "complete 1");
  }

  @Test
  @DisplayName("S1-44: a turn that is aborted before its calls are known still tells their results")
  void abortedBeforeItsCallsAreKnown() {
    var held = rig.beginHeld(REQUEST);
    assertThat(held.turn().abort(AbortReason.USER)).isTrue();
    var turn = rig.running(held, List.of(noting("read").as("a"), noting("list").as("b")));
    rig.simulation.run();
    assertThat(turn.texts()).containsOnly("[CANCELLED] Turn aborted by user.").hasSize(2);
    assertThat(turn.story())
        .containsExactly(
            "start",
            "cancelled a",
            "result a",
            "cancelled b",
            "result b",
            "error Turn cancelled by user",
            "abort user");
    assertThat(reached).isEmpty();
  }

  @Test
  @DisplayName("S1-105: so does a turn whose parent is being aborted as it begins")
  void beganBelowAnAbortedTurn() {
    var parent = rig.begin(REQUEST);
    var hold = parent.hold();
    assertThat(parent.abort(AbortReason.USER)).isTrue();
    var held = rig.beginHeld(TurnRequest.of("other", "s2").within(parent.id()));
    var turn = rig.running(held, List.of(noting("read").as("a")));
    rig.at(1, hold::close);
    rig.simulation.run();
    assertThat(turn.story())
        .containsExactly(
            "start", "cancelled a", "result a", "error Turn cancelled by user", "abort user");
    assertThat(reached).isEmpty();
    assertThat(rig.registry.active()).isEmpty();
  }

  @Test
  @DisplayName("S1-99: stopped before it has its place, it keeps none from those behind it")
  void keepsNoPlace() {
    var turn = rig.begin(REQUEST);
    var alone = noting("alone").in(new Lane.Exclusive()).foundAfter(5).as("a");
    rig.inTurn(() -> turn.run(List.of(alone)));
    rig.at(1, () -> assertThat(turn.abortTool("a")).isTrue());
    var others = new ArrayList<ToolUseResult>();
    rig.at(2, () -> rig.inTurn(() -> others.addAll(turn.run(List.of(noting("read").as("b"))))));
    rig.at(4, () -> assertThat(others).extracting(ToolUseResult::text).containsExactly("read"));
    rig.simulation.run();
    assertThat(reached).containsExactly("read");
  }

  @Test
  @DisplayName("A tool that is still looked for is aborted at once, and ends when it is found")
  void abortsWhatIsLookedFor() {
    var turn =
        rig.running(
            REQUEST,
            List.of(
                rig.hanging("crawl").foundAfter(10).as("a"),
                rig.tool("read", 1, "one").foundAfter(1).as("b"),
                rig.tool("none", 1, "").refusedAs("There is no such tool.").as("c"),
                rig.hanging("crawl").foundAfter(12).as("d")));
    rig.at(3, () -> assertThat(turn.turn().abortTool("d")).isTrue());
    rig.at(4, () -> assertThat(turn.turn().abort(AbortReason.USER)).isTrue());
    rig.at(4.001, () -> assertThat(turn.turn().hasEnded()).isTrue());
    rig.simulation.run();
    assertThat(turn.texts())
        .containsExactly(
            "[CANCELLED] Turn aborted by user.",
            "one",
            "There is no such tool.",
            "[CANCELLED] Tool call aborted by user.");
    assertThat(rig.governor.directory().calls()).isEmpty();
  }
}
