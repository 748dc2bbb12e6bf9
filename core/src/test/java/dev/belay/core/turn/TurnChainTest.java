package dev.belay.core.turn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.core.call.Caller;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("S1-105: turns that wait for others stand above them")
final class TurnChainTest {
  private final TurnRig rig = new TurnRig(1);

  @Test
  @DisplayName("agents and sessions whose names run together into one text are two")
  void noCircleByName() {
    var first = rig.begin(TurnRequest.of("a:b", "c"));
    var second = rig.begin(TurnRequest.of("a", "b:c").within(first.id()));
    assertThat(second.parent()).contains(first);
    assertThatThrownBy(() -> rig.registry.begin(TurnRequest.of("a:b", "c").within(second.id())))
        .isInstanceOf(CyclicTurnException.class);
  }

  private static TurnRequest deep(String agent, int depth) {
    return TurnRequest.of(agent, "s")
        .withCaller(new Caller("local", agent, "s", null, List.of(), depth, null, null));
  }

  @Test
  @DisplayName("a turn is at least one deeper than the one above it, whatever its caller says")
  void depth() {
    var top = rig.begin(deep("a", 2));
    var below = rig.begin(deep("b", 0).within(top.id()));
    assertThat(below.request().caller().depth()).isEqualTo(3);
    assertThat(below.caller().depth()).as("as tools are told").isEqualTo(3);
    var deeper = rig.begin(deep("c", 9).within(below.id()));
    assertThat(deeper.caller())
        .isEqualTo(deep("c", 9).caller().inTurn(deeper.id().text()).named("c"));
    assertThat(rig.begin(deep("d", 0)).caller().depth()).isZero();
  }
}
