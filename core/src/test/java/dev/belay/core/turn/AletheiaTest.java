package dev.belay.core.turn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.claims.Claim;
import dev.belay.core.call.CallInfo;
import dev.belay.core.call.Gate;
import dev.belay.core.call.Limits;
import dev.belay.core.lane.Lane;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Aletheia: the six defects of the runtime that had turns before, none of them here")
@Claim("D1")
final class AletheiaTest {
  private static final TurnRequest REQUEST = TurnRequest.of("main", "s1");
  private static final String BY_USER = "[CANCELLED] Turn aborted by user.";

  private final TurnRig rig = new TurnRig(1);

  @Test
  @DisplayName("Aletheia 1: an abort stops the tool itself, also where its limit is 0")
  void theToolIsStopped() {
    var stopped = new ArrayList<String>();
    var exec =
        rig.tool(
            "exec",
            _ -> {
              try {
                rig.simulation.sleep(TurnRig.seconds(1e6));
              } catch (InterruptedException e) {
                stopped.add("exec at " + rig.simulation.wall().getEpochSecond());
                throw e;
              }
              return TurnRig.text("never");
            });
    var turn = rig.running(REQUEST, List.of(exec.within(Limits.NONE).as("a")));
    rig.at(7, () -> turn.turn().abort(AbortReason.USER));
    rig.simulation.run();
    assertThat(turn.texts()).containsExactly(BY_USER);
    assertThat(stopped).containsExactly("exec at 7");
  }

  @Test
  @DisplayName("Aletheia 2: what an abort leaves says so at once, and is marked as an error")
  void resultsAtAbortTime() {
    var turn =
        rig.running(
            REQUEST,
            List.of(
                rig.hanging("crawl").as("a"),
                rig.tool("write", 1, "x").in(new Lane.Exclusive()).as("b")));
    rig.at(3, () -> turn.turn().abort(AbortReason.USER));
    rig.at(
        3.001,
        () -> {
          assertThat(turn.texts()).containsExactly(BY_USER, BY_USER);
          assertThat(turn.results()).allMatch(ToolUseResult::isError);
          assertThat(turn.story()).endsWith("error Turn cancelled by user", "abort user");
        });
    rig.simulation.run();
  }

  @Test
  @DisplayName("Aletheia 3: each later batch of an aborted turn is answered, and none is begun")
  void laterBatches() {
    var turn = rig.begin(REQUEST);
    var results = new ArrayList<ToolUseResult>();
    rig.inTurn(() -> {
      try (var _ = turn.hold()) {
        for (int batch = 0; batch < 3; batch++) {
          var use = batch == 0 ? rig.hanging("crawl") : rig.tool("write", 1, "done");
          results.addAll(turn.run(List.of(use.as("a" + batch), use.as("b" + batch))));
        }
      }
      return turn.complete();
    });
    rig.at(3, () -> turn.abort(AbortReason.USER));
    rig.simulation.run();
    assertThat(results).extracting(ToolUseResult::text).containsOnly(BY_USER).hasSize(6);
    var story = TurnRig.events(turn).stream().map(TurnRig::word).toList();
    assertThat(story)
        .contains("begin a0", "begin b0", "result a2", "result b2")
        .doesNotContain("begin a1", "begin b2")
        .endsWith("abort user");
  }

  /** An approval by a person who does not answer. */
  private record Approval(List<String> asked) implements Gate {
    @Override
    public String name() {
      return "approval";
    }

    @Override
    public Pass enter(CallInfo call) throws InterruptedException {
      asked.add(call.tool());
      while (!Thread.interrupted()) {
        LockSupport.park(this);
      }
      throw new InterruptedException();
    }
  }

  @Test
  @DisplayName("Aletheia 4: a gate is passed by each call of a batch, not by single calls alone")
  void gatesOfParallelCalls() {
    var asked = new ArrayList<String>();
    var approval = new Approval(asked);
    var turn =
        rig.running(
            REQUEST,
            List.of(
                rig.tool("one", 1, "x").behind(approval).as("a"),
                rig.tool("two", 1, "x").behind(approval).as("b"),
                rig.tool("three", 1, "free").as("c")));
    rig.at(5, () -> assertThat(asked).containsExactlyInAnyOrder("one", "two"));
    rig.at(6, () -> turn.turn().abort(AbortReason.USER));
    rig.simulation.run();
    assertThat(turn.texts()).containsExactly(BY_USER, BY_USER, "free");
  }

  @Test
  @Claim("S1-92")
  @DisplayName(
      "Aletheia 5, S1-92: who leaves ends the turn, which is found until nothing of it runs")
  void disconnect() {
    var turn =
        rig.running(REQUEST, List.of(rig.hanging("crawl").as("a"), rig.hanging("crawl").as("b")));
    var hold = turn.turn().hold();
    rig.at(1, () -> turn.turn().abort(AbortReason.CLIENT_DISCONNECT));
    rig.at(
        2,
        () -> {
          assertThat(rig.registry.find(turn.turn().id())).contains(turn.turn());
          assertThat(rig.registry.abort(turn.turn().id(), AbortReason.USER)).isTrue();
          hold.close();
          assertThat(rig.registry.abort(turn.turn().id(), AbortReason.USER)).isFalse();
        });
    rig.simulation.run();
    assertThat(turn.story()).endsWith("abort client_disconnect");
  }

  @Test
  @DisplayName("Aletheia 6: what waits for a person ends with a turn that was aborted before, too")
  void waitsInAnAbortedTurn() {
    var asked = new ArrayList<String>();
    var turn = rig.begin(REQUEST);
    assertThat(turn.abort(AbortReason.USER)).isTrue();
    var late =
        rig.running(turn, List.of(rig.tool("one", 1, "x").behind(new Approval(asked)).as("a")));
    rig.simulation.run();
    assertThat(late.texts()).containsExactly(BY_USER);
    assertThat(asked).isEmpty();
    assertThat(rig.simulation.armedTimers()).isZero();
  }
}
