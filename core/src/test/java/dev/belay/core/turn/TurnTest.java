package dev.belay.core.turn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.claims.Claim;
import dev.belay.core.call.CallContext;
import dev.belay.core.call.Limits;
import dev.belay.core.call.Outcome;
import dev.belay.core.call.Payload;
import dev.belay.core.call.StopStep;
import dev.belay.core.call.Stopping;
import dev.belay.core.cancel.Stop;
import dev.belay.core.lane.Lane;
import dev.belay.core.lane.Lanes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Longer than other files: one turn, and each way in which its calls run and end. */
@DisplayName("What one message of a model asked for runs together and stops together")
final class TurnTest {
  private static final TurnRequest REQUEST = TurnRequest.of("main", "s1");

  private final TurnRig rig = new TurnRig(1);

  @Test
  @Claim({"S1-97", "S1-100", "S1-101"})
  @DisplayName(
      "S1-97, S1-100, S1-101: three run at once; events as each ends, results as asked for")
  void threeRunAtOnce() {
    var turn =
        rig.running(
            REQUEST,
            List.of(
                rig.tool("slow", 3, "one").as("a"),
                rig.tool("quick", 1, "two").as("b"),
                rig.tool("middle", 2, "three").as("c")));
    rig.at(3.001, () -> assertThat(turn.results()).hasSize(3));
    rig.simulation.run();
    assertThat(turn.texts()).containsExactly("one", "two", "three");
    assertThat(turn.results()).extracting(ToolUseResult::id).containsExactly("a", "b", "c");
    assertThat(turn.results())
        .extracting(ToolUseResult::ran)
        .containsExactly(Duration.ofSeconds(3), Duration.ofSeconds(1), Duration.ofSeconds(2));
    assertThat(turn.story())
        .startsWith("start")
        .endsWith("result b", "result c", "result a", "complete 3")
        .contains("begin a", "begin b", "begin c");
  }

  @Test
  @Claim({"S1-86", "S1-89", "S1-98"})
  @DisplayName("S1-6, S1-86, S1-89, S1-98: one that hangs times out alone, in words for a model")
  void oneOfThreeTimesOut() {
    var turn =
        rig.running(
            REQUEST,
            List.of(
                rig.tool("read", 1, "one").as("a"),
                rig.hanging("crawl").as("b"),
                rig.tool("list", 2, "three").as("c")));
    rig.simulation.run();
    assertThat(turn.texts()).startsWith("one").endsWith("three");
    var timedOut = turn.results().get(1);
    assertThat(timedOut.text())
        .startsWith(
            "[TIMEOUT] Tool \"crawl\" did not respond within 120s. The operation may still be"
                + " running in the background.")
        .contains("ps aux | grep", "shorter timeout", "smaller steps");
    assertThat(timedOut.summary()).isEqualTo("[TIMEOUT after 120s]");
    assertThat(timedOut.isError()).isTrue();
    assertThat(turn.story()).containsSubsequence("timeout b", "result b", "complete 3");
    assertThat(rig.log).containsExactly("Tool timeout: crawl after 120000ms [main]");
  }

  @Test
  @DisplayName(
      "S1-74: of a call whose own processes were killed the result comes then, and says so")
  void itsProcessesWereEnded() {
    var killed = rig.tool("run", context -> kill(context, StopStep.KILLED)).as("a");
    var kept = rig.tool("run", context -> kill(context, StopStep.ABANDONED)).as("b");
    var turn = rig.running(REQUEST, List.of(killed, kept));
    rig.at(120.5, () -> assertThat(turn.results()).isEmpty());
    rig.at(122, () -> assertThat(turn.results()).hasSize(2));
    rig.simulation.run();
    var pinned =
        "[TIMEOUT] Tool \"run\" did not respond within 120s. The operation may still be"
            + " running in the background.";
    assertThat(turn.texts().get(0))
        .startsWith(pinned + " Its processes were ended. Before you try again: (a)");
    assertThat(turn.texts().get(1)).startsWith(pinned + " Before you try again: (a)");
  }

  private Payload kill(CallContext context, StopStep step) throws InterruptedException {
    context.stopWith(
        new Stopping() {
          @Override
          public StopStep stop(Stop why) throws InterruptedException {
            rig.simulation.sleep(Duration.ofSeconds(1));
            return step;
          }

          @Override
          public boolean endsProcesses() {
            return true;
          }
        });
    rig.simulation.sleep(Duration.ofHours(1));
    return Payload.EMPTY;
  }

  @Test
  @DisplayName("S1-65: who runs for longer than 5 s is told of every 5 s, and not after the result")
  void progressEveryFiveSeconds() {
    var turn =
        rig.ran(REQUEST, rig.tool("long", 12, "x").as("a"), rig.tool("short", 5, "y").as("b"));
    assertThat(turn.story().stream().filter(one -> one.startsWith("still a")))
        .containsExactly("still a 5", "still a 10");
    assertThat(turn.story().indexOf("still b 5")).isLessThan(turn.story().indexOf("result b"));
    assertThat(rig.simulation.armedTimers()).as("but for the one that forgets it").isLessThan(2);
  }

  @Test
  @Claim({"S1-91", "S1-93", "S1-96"})
  @DisplayName("S1-43, S1-44, S1-91, S1-93, S1-96: an abort gives every call its one result")
  void abortReachesAll() {
    var deaf = new ArrayList<String>();
    var turn =
        rig.running(
            REQUEST,
            List.of(
                rig.tool("read", 1, "one").as("a"),
                rig.hanging("crawl").as("b"),
                rig.tool(
                        "write",
                        _ -> {
                          deaf.add("ran");
                          return TurnRig.text("");
                        })
                    .in(new Lane.Exclusive())
                    .as("c")));
    rig.at(4, () -> assertThat(turn.turn().abort(AbortReason.USER)).isTrue());
    rig.at(4, () -> assertThat(turn.turn().abort(AbortReason.ERROR)).isFalse());
    rig.simulation.run();
    assertThat(turn.texts())
        .containsExactly(
            "one", "[CANCELLED] Turn aborted by user.", "[CANCELLED] Turn aborted by user.");
    assertThat(turn.results().get(2).ran()).isZero();
    assertThat(deaf).as("what waited for its lane").isEmpty();
    assertThat(turn.story())
        .endsWith("error Turn cancelled by user", "abort user")
        .contains("cancelled b", "cancelled c")
        .doesNotContain("begin c");
    assertThat(turn.turn().complete()).isFalse();
  }

  @Test
  @DisplayName("S1-57, S1-84: a batch of an aborted turn is not begun, and has its results")
  void aLateBatchIsNotBegun() {
    var turn = rig.begin(REQUEST);
    assertThat(turn.abort(AbortReason.CLIENT_DISCONNECT)).isTrue();
    var late = rig.running(turn, List.of(rig.tool("read", 1, "one").as("a")));
    rig.simulation.run();
    assertThat(late.texts())
        .containsExactly("[CANCELLED] Turn aborted because its client has gone.");
    assertThat(late.results().getFirst().ran()).isZero();
    assertThat(late.story())
        .containsExactly(
            "start", "error Turn cancelled: its client has gone", "abort client_disconnect");
  }

  @Test
  @DisplayName("S1-70, S1-103: one call is aborted, the others go on, and so does the turn")
  void oneCallAlone() {
    var turn =
        rig.running(
            REQUEST, List.of(rig.hanging("crawl").as("a"), rig.tool("read", 3, "two").as("b")));
    rig.at(1, () -> assertThat(turn.turn().abortTool("a")).isTrue());
    rig.at(2, () -> assertThat(turn.turn().abortTool("a")).isFalse());
    rig.at(2, () -> assertThat(turn.turn().abortTool("nobody")).isFalse());
    rig.simulation.run();
    assertThat(turn.texts()).containsExactly("[CANCELLED] Tool call aborted by user.", "two");
    assertThat(turn.story()).containsSubsequence("cancelled a", "result a", "complete 2");
  }

  @Test
  @Claim("S1-99")
  @DisplayName("S1-99: an exclusive call runs alone; writers of one place one after the other")
  void lanesHold() {
    var log = new ArrayList<String>();
    var turn =
        rig.running(
            REQUEST,
            List.of(
                noting("one", log).as("a"),
                noting("alone", log).in(new Lane.Exclusive()).as("b"),
                noting("x", log).in(new Lane.Keyed("f", Lane.Access.WRITE)).as("c"),
                noting("y", log).in(new Lane.Keyed("f", Lane.Access.WRITE)).as("d"),
                noting("z", log).in(new Lane.Keyed("g", Lane.Access.WRITE)).as("e")));
    rig.simulation.run();
    assertThat(turn.results()).hasSize(5).noneMatch(ToolUseResult::isError);
    assertThat(log.stream().filter(one -> one.contains("alone"))).containsOnly("alone");
    assertThat(log).hasSize(10).noneMatch(one -> one.matches(".*x.*y.*|.*y.*x.*"));
    assertThat(log).anyMatch(one -> one.matches(".*x.*z.*|.*z.*x.*"));
  }

  @Test
  @DisplayName(
      "C19: calls take their turns in the order of the message, however late they are found")
  void inTheOrderOfTheMessage() {
    var log = new ArrayList<String>();
    var turn =
        rig.ran(
            REQUEST,
            noting("write", log).in(new Lane.Keyed("f", Lane.Access.WRITE)).foundAfter(2).as("a"),
            noting("none", log).in(new Lane.Exclusive()).refusedAs("no").foundAfter(3).as("b"),
            noting("read", log).in(new Lane.Keyed("f", Lane.Access.READ)).as("c"));
    assertThat(turn.texts()).containsExactly("write", "no", "read");
    assertThat(log).containsExactly("write", "write", "read", "read");
  }

  @Test
  @DisplayName(
      "Lanes that a server has besides are passed after the turn's: none waits for another")
  void lanesOfTwoKinds() {
    var log = new ArrayList<String>();
    var others = new Lanes();
    var turn =
        rig.ran(
            REQUEST,
            noting("read", log).behind(others.gate(new Lane.Parallel())).foundAfter(2).as("a"),
            noting("write", log)
                .in(new Lane.Exclusive())
                .behind(others.gate(new Lane.Exclusive()))
                .as("b"),
            noting("again", log).behind(others.gate(new Lane.Parallel())).as("c"));
    assertThat(turn.texts()).containsExactly("read", "write", "again");
    assertThat(turn.story()).containsSubsequence("begin a", "begin b", "begin c", "complete 3");
  }

  private final List<String> inside = new ArrayList<>();

  /** Returns a tool that logs which tools run at the same time. */
  private TurnRig.Told noting(String name, List<String> log) {
    return rig.tool(
        name,
        _ -> {
          inside.add(name);
          log.add(String.join("", inside));
          rig.simulation.sleep(Duration.ofSeconds(1));
          log.add(String.join("", inside));
          inside.remove(name);
          return TurnRig.text(name);
        });
  }

  @Test
  @DisplayName("A turn's own limit aborts it")
  void itsOwnLimit() {
    var turn = rig.ran(REQUEST.withLimit(Duration.ofSeconds(30)), rig.hanging("crawl").as("a"));
    assertThat(turn.texts()).containsExactly("[CANCELLED] Turn aborted because it took too long.");
    assertThat(turn.story()).endsWith("abort timeout");
  }

  @Test
  @DisplayName("S1-105: an abort reaches the turns below, to any depth, and what they run")
  void childTurnsEndToo() {
    var grandchild = new ArrayList<TurnRig.Running>();
    var parent = rig.begin(REQUEST);
    var ask =
        asking(
            parent,
            TurnRequest.of("second", "s2"),
            child ->
                List.of(
                    asking(
                            child,
                            TurnRequest.of("third", "s3"),
                            below -> {
                              grandchild.add(new TurnRig.Running(below, new ArrayList<>()));
                              return List.of(rig.hanging("crawl").as("deep"));
                            })
                        .as("ask")));
    var running = rig.running(parent, List.of(ask.as("a")));
    rig.at(10, () -> assertThat(rig.registry.active()).hasSize(3));
    rig.at(10, () -> assertThat(parent.abort(AbortReason.USER)).isTrue());
    rig.simulation.run();
    assertThat(running.story()).endsWith("abort user");
    assertThat(grandchild.getFirst().story())
        .containsSubsequence("begin deep", "cancelled deep", "result deep", "abort user");
    assertThat(rig.registry.active()).isEmpty();
    assertThat(rig.governor.directory().calls()).isEmpty();
  }

  private interface Uses {
    List<ToolUse> of(Turn turn);
  }

  /** Returns a tool that runs a turn of another agent and waits for it. */
  private TurnRig.Told asking(Turn above, TurnRequest request, Uses uses) {
    return rig.tool(
        "sessions_ask",
        (CallContext _) -> {
          var turn = rig.begin(request.within(above.id()));
          try {
            var results = turn.run(uses.of(turn));
            var _ = turn.complete();
            return TurnRig.text(results.getFirst().text());
          } catch (RepeatedToolIdException e) {
            throw new AssertionError(e);
          }
        });
  }

  @Test
  @DisplayName("Turns that would wait for themselves, or for one that has ended, do not begin")
  void noCircles() {
    var first = rig.begin(REQUEST);
    var second = rig.begin(TurnRequest.of("other", "s2").within(first.id()));
    assertThatThrownBy(() -> rig.registry.begin(REQUEST.within(second.id())))
        .isInstanceOf(CyclicTurnException.class)
        .hasMessage("The turn would wait for itself: main:s1 → other:s2 → main:s1.");
    assertThat(second.complete()).isTrue();
    assertThatThrownBy(() -> rig.registry.begin(REQUEST.within(second.id())))
        .isInstanceOf(UnknownTurnException.class);
  }

  @Test
  @Claim("S1-88")
  @DisplayName("S1-88: without a limit of silence only the turn's own ends it")
  void noLimitAtAll() {
    var turn =
        rig.running(
            REQUEST.withLimit(Duration.ZERO),
            List.of(rig.tool("exec", 5_000, "x").within(Limits.NONE).as("a")));
    rig.simulation.run();
    assertThat(turn.texts()).containsExactly("x");
  }

  @Test
  @DisplayName("S1-35: what a tool throws is its result")
  void faultsAreResults() {
    var turn =
        rig.ran(
            REQUEST,
            rig.tool(
                    "bad",
                    _ -> {
                      throw new IllegalStateException("no disk");
                    })
                .as("a"),
            rig.tool("read", 1, "error: none").as("b"));
    assertThat(turn.texts()).containsExactly("no disk", "error: none");
    assertThat(turn.results()).allMatch(ToolUseResult::isError);
    assertThat(turn.results().getFirst().outcome()).isInstanceOf(Outcome.Failed.class);
  }

  @Test
  @DisplayName("Two calls with one id are refused before either is begun; an empty batch is done")
  void idsAreUnique() {
    var turn = rig.begin(REQUEST);
    rig.inTurn(() -> {
      assertThatThrownBy(
              () -> turn.run(List.of(rig.hanging("one").as("a"), rig.hanging("two").as("a"))))
          .isInstanceOf(RepeatedToolIdException.class)
          .hasMessageContaining("\"a\"");
      assertThat(turn.run(List.of())).isEmpty();
      return turn.complete();
    });
    rig.simulation.run();
    assertThat(TurnRig.events(turn)).hasSize(2);
  }

  @Test
  @Claim("S1-90")
  @DisplayName("S1-90: a model that goes in circles has its results, and its turn ends")
  void loopsEndTheTurn() {
    var turn = rig.begin(REQUEST);
    var texts = new ArrayList<String>();
    rig.inTurn(() -> {
      for (int i = 0; i < 6 && turn.stopped().isEmpty(); i++) {
        var results = turn.run(List.of(rig.tool("read", 1, "same").as("c" + i)));
        texts.add(results.getFirst().text());
      }
      return turn.complete();
    });
    rig.simulation.run();
    assertThat(texts).hasSize(5);
    assertThat(texts.get(1)).isEqualTo("same");
    assertThat(texts.get(2)).startsWith("same\n\n[WARNING: Possible loop detected] Tool 'read'");
    assertThat(texts.get(3)).isEqualTo("same");
    assertThat(texts.get(4)).startsWith("same\n\n[LOOP DETECTED — HALTING] Tool 'read'");
    assertThat(new TurnRig.Running(turn, List.of()).story()).endsWith("abort loop");
  }

  @Test
  @DisplayName("C11: what is aborted ends once nobody holds it, and can be found until then")
  void heldUntilItIsGone() {
    var turn = rig.begin(REQUEST);
    var one = turn.hold();
    var other = turn.hold();
    assertThatThrownBy(turn::complete).isInstanceOf(IllegalStateException.class);
    turn.say("half a");
    assertThat(turn.abort(AbortReason.USER)).isTrue();
    one.close();
    one.close();
    turn.say(" word");
    assertThat(turn.hasEnded()).isFalse();
    assertThat(rig.registry.active()).hasSize(1);
    assertThat(rig.registry.abort(turn.id(), AbortReason.USER)).isTrue();
    other.close();
    assertThat(rig.registry.active()).isEmpty();
    assertThat(TurnRig.events(turn).stream().map(TurnRig::word))
        .containsExactly(
            "start", "say half a", "say  word", "error Turn cancelled by user", "abort user");
    turn.hold().close();
    assertThat(turn.complete()).isFalse();
  }
}
