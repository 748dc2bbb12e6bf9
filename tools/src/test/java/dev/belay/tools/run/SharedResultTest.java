package dev.belay.tools.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.claims.Claim;
import dev.belay.core.call.CallInfo;
import dev.belay.core.call.Caller;
import dev.belay.core.call.Gate;
import dev.belay.core.call.RefusedException;
import dev.belay.core.cancel.Cause;
import dev.belay.core.journal.CallEvent;
import dev.belay.core.lane.Lane;
import dev.belay.core.lane.Lanes;
import dev.belay.core.time.Seeds;
import dev.belay.tools.declare.Hints;
import dev.belay.tools.declare.NativeTool;
import dev.belay.tools.declare.ToolBody;
import dev.belay.tools.declare.ToolOptions;
import dev.belay.tools.result.ResultVersion;
import dev.belay.tools.result.ToolResult;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Longer than other files: one store of results, and each reason for which one is not given again.
 */
@DisplayName("S4-64, C27: a success is given again for a while")
@Claim({"S4-64", "C27"})
final class SharedResultTest {
  private final Rig rig = new Rig(3);
  private final List<String> ran = new ArrayList<>();

  private static NativeTool keeping(Hints hints, double ttl, ToolBody body) {
    return Rig.tool(
        "look",
        hints,
        new ToolOptions(null, null, "parallel", List.of(), 1, Rig.seconds(ttl)),
        body);
  }

  private NativeTool looking(double seconds) {
    return keeping(
        Rig.READING,
        60,
        call -> {
          ran.add(call.arguments().toString());
          rig.sleep(seconds);
          return "look " + ran.size();
        });
  }

  private Rig.Started start(NativeTool tool, String arguments) {
    return rig.start(tool, Rig.request(arguments), Client.NONE);
  }

  private boolean isShared(Rig.Started started) {
    return rig.eventsOf(started).stream().anyMatch(CallEvent.Shared.class::isInstance);
  }

  @Test
  @DisplayName(
      "the same arguments, however they are spelled, have the same result; the journal says so")
  void hit() {
    var tool = looking(1);
    var first = start(tool, "{\"a\":1,\"b\":[{\"x\":1,\"y\":2}]}");
    rig.simulation.run();
    var second = start(tool, "{\"b\":[{\"y\":2.0,\"x\":1}],\"a\":1e0}");
    var other = start(tool, "{\"a\":1,\"b\":[{\"x\":1,\"y\":3}]}");
    rig.simulation.run();

    assertThat(second.text()).isEqualTo("look 1");
    assertThat(other.text()).isEqualTo("look 2");
    assertThat(isShared(first)).isFalse();
    assertThat(rig.eventsOf(second))
        .contains(new CallEvent.Shared(first.run().call().id().toString()));
  }

  @Test
  @DisplayName("once its time is over the tool runs again")
  void expires() {
    var tool = looking(0);
    start(tool, "{}");
    rig.simulation.run();
    rig.simulation.runFor(Rig.seconds(59.9));
    start(tool, "{}");
    rig.simulation.run();
    assertThat(ran).hasSize(1);

    rig.simulation.runFor(Rig.seconds(0.2));
    start(tool, "{}");
    rig.simulation.run();
    assertThat(ran).hasSize(2);
  }

  @Test
  @DisplayName("failures are not kept: neither what was thrown nor a result that says so")
  void failures() {
    var tool =
        keeping(
            Rig.READING,
            60,
            _ -> {
              ran.add("x");
              if (ran.size() == 1) {
                throw new IllegalStateException("down");
              }
              return ran.size() == 2 ? ToolResult.error("still down") : "up";
            });
    var texts = new ArrayList<String>();
    for (int i = 0; i < 4; i++) {
      texts.add(rig.run(tool).text());
    }

    assertThat(texts).containsExactly("down", "still down", "up", "up");
  }

  @Test
  @DisplayName("who waits for the result of another takes no place that the other has to wait for")
  void oneLane() {
    Seeds.forEach(
        200,
        seed -> {
          var world = new Rig(seed);
          var tool =
              keeping(
                  Rig.READING,
                  60,
                  _ -> {
                    world.sleep(1);
                    return "there";
                  });
          var lane = new Lanes().gate(new Lane.Exclusive());
          var request = Rig.request("{}").through(List.of(lane));
          var calls = new ArrayList<Rig.Started>();
          for (int i = 0; i < 3; i++) {
            calls.add(world.start(tool, request, Client.NONE));
          }
          world.simulation.run();
          assertThat(calls).extracting(Rig.Started::text).containsOnly("there");
        });
  }

  @Test
  @DisplayName("C17: waiting for the result of another is no silence")
  void noSilence() {
    var lanes = new Lanes();
    var terms = new ToolOptions(null, Rig.seconds(5), "parallel", List.of(), 1, Rig.seconds(60));
    var tool = Rig.tool("look", Rig.READING, terms, _ -> "there");
    var slow =
        Rig.tool(
            "long",
            Rig.WRITING,
            ToolOptions.NONE,
            _ -> {
              rig.sleep(30);
              return "";
            });
    var request = Rig.request("{}").through(List.of(lanes.gate(new Lane.Exclusive())));
    rig.start(slow, request, Client.NONE);
    rig.simulation.runFor(Rig.seconds(1));
    var one = rig.start(tool, request, Client.NONE);
    var other = rig.start(tool, request, Client.NONE);
    rig.simulation.run();

    assertThat(List.of(one.text(), other.text())).containsOnly("there");
  }

  @Test
  @DisplayName("however many wait, the call that owns the result has the worker it needs")
  void noWorkerIsHeld() {
    var lane = new Lanes().gate(new Lane.Exclusive());
    var request = Rig.request("{}").through(List.of(lane));
    var before =
        Rig.tool(
            "long",
            Rig.WRITING,
            ToolOptions.NONE,
            _ -> {
              rig.sleep(10);
              return "";
            });
    rig.start(before, request, Client.NONE);
    rig.simulation.runFor(Rig.seconds(1));
    var tool = looking(1);
    var calls = new ArrayList<Rig.Started>();
    for (int i = 0; i < 600; i++) {
      calls.add(rig.start(tool, request, Client.NONE));
    }
    rig.simulation.run();

    assertThat(calls).extracting(Rig.Started::text).containsOnly("look 1");
    assertThat(ran).hasSize(1);
  }

  @Test
  @DisplayName("each waits within limits of its own")
  void ownLimits() {
    var tool = looking(100);
    start(tool, "{}");
    var brief = Rig.request("{}").wishing(Rig.seconds(5));
    var second = rig.start(tool, brief, Client.NONE);
    rig.simulation.runFor(Rig.seconds(6));

    assertThat(second.end().outcome().word()).isEqualTo("timed out");
    rig.simulation.run();
  }

  @Test
  @DisplayName("one that a gate of its own refuses fails nobody but itself")
  void refused() {
    var asked = new AtomicInteger();
    var gate =
        new Gate() {
          @Override
          public String name() {
            return "some";
          }

          @Override
          public Pass enter(CallInfo call) throws InterruptedException, RefusedException {
            if (asked.incrementAndGet() == 1) {
              rig.sleep(1);
              throw new RefusedException("not this one");
            }
            return Pass.FREE;
          }
        };
    var request = Rig.request("{}").through(List.of(gate));
    var tool = looking(1);
    var one = rig.start(tool, request, Client.NONE);
    var other = rig.start(tool, request, Client.NONE);
    rig.simulation.run();

    assertThat(List.of(one.text(), other.text()))
        .containsExactlyInAnyOrder("not this one", "look 1");
  }

  @Test
  @DisplayName("only a tool that is both read-only and idempotent is spared a call")
  void onlySafe() {
    for (var hints :
        List.of(
            new Hints(null, true, false, false, false),
            new Hints(null, false, false, true, false))) {
      ran.clear();
      var tool = keeping(hints, 60, _ -> ran.add("x"));
      rig.run(tool);
      rig.run(tool);
      assertThat(ran).hasSize(2);
    }
  }

  @Test
  @DisplayName("one principal never gets another's result")
  void perPrincipal() {
    var tool = looking(0);
    rig.start(tool, Rig.request("{}").by(Caller.of("alice", null)), Client.NONE);
    rig.start(tool, Rig.request("{}").by(Caller.of("bob", null)), Client.NONE);
    rig.simulation.run();

    assertThat(ran).hasSize(2);
  }

  @Test
  @DisplayName("each gets it in the form of their revision")
  void versions() {
    var tool = looking(0);
    start(tool, "{}");
    rig.simulation.run();
    var old = rig.start(tool, Rig.request("{}").in(ResultVersion.V1), Client.NONE);
    rig.simulation.run();

    assertThat(old.json())
        .isEqualTo("{\"content\":[{\"type\":\"text\",\"text\":\"look 1\"}],\"isError\":false}");
  }

  @Test
  @DisplayName("calls that come while one runs wait with it, and hear of its progress")
  void singleFlight() {
    Seeds.forEach(
        200,
        seed -> {
          var own = new Rig(seed);
          var runs = new ArrayList<String>();
          var heard = new Heard();
          var tool =
              keeping(
                  Rig.READING,
                  60,
                  call -> {
                    runs.add("x");
                    own.sleep(5);
                    call.progress(1, 2);
                    own.sleep(5);
                    return "seen";
                  });
          var all = new ArrayList<Rig.Started>();
          for (int i = 0; i < 4; i++) {
            own.at(i, () -> all.add(own.start(tool, Rig.request("{}"), heard)));
          }
          own.simulation.run();

          assertThat(runs).hasSize(1);
          assertThat(all).hasSize(4).allSatisfy(one -> assertThat(one.text()).isEqualTo("seen"));
          assertThat(heard.words).hasSize(4);
          assertThat(own.simulation.armedTimers()).isZero();
        });
  }

  @Test
  @DisplayName("whoever leaves does not take the others' result with them, not even who began")
  void leaving() {
    Seeds.forEach(
        200,
        seed -> {
          var own = new Rig(seed);
          var runs = new ArrayList<String>();
          var tool =
              keeping(
                  Rig.READING,
                  60,
                  _ -> {
                    runs.add("x");
                    own.sleep(10);
                    return "seen";
                  });
          var first = own.start(tool);
          var second = new ArrayList<Rig.Started>();
          own.at(1, () -> second.add(own.start(tool)));
          own.at(2, () -> second.add(own.start(tool)));
          own.at(3, () -> first.run().leave(Cause.CLIENT));
          own.at(4, () -> second.get(0).run().leave(Cause.CLIENT));
          own.simulation.run();

          assertThat(runs).hasSize(1);
          assertThat(second.get(1).text()).isEqualTo("seen");
          assertThat(own.governor.directory().abandoned()).isEmpty();
        });
  }

  @Test
  @DisplayName("the last who leaves ends it")
  void lastLeaves() {
    var tool = looking(100);
    var first = start(tool, "{}");
    var second = new ArrayList<Rig.Started>();
    rig.at(1, () -> second.add(start(tool, "{}")));
    rig.at(2, () -> first.run().leave(Cause.CLIENT));
    rig.at(5, () -> second.getFirst().run().leave(Cause.CLIENT));
    rig.simulation.run();

    assertThat(rig.simulation.nanos()).isLessThan(Rig.seconds(10).toNanos());
    assertThat(first.end().outcome().word()).isEqualTo("cancelled");
  }

  @Test
  @DisplayName("a call that is stopped for reasons of its own lets another one run")
  void again() {
    var tool = looking(10);
    var first = start(tool, "{}");
    var second = new ArrayList<Rig.Started>();
    rig.at(1, () -> second.add(start(tool, "{}")));
    rig.at(
        2, () -> rig.governor.directory().cancel(first.run().call().id(), Cause.USER, "somebody"));
    rig.simulation.run();

    assertThat(second.getFirst().text()).isEqualTo("look 2");
    assertThat(first.text()).contains("cancelled by user");
  }

  @Test
  @DisplayName("a call that was stopped together with the one it waited for does not run the tool")
  void stoppedTogether() {
    Seeds.forEach(
        200,
        seed -> {
          var own = new Rig(seed);
          var runs = new ArrayList<String>();
          var tool =
              keeping(
                  Rig.READING,
                  60,
                  _ -> {
                    runs.add("x");
                    own.sleep(10);
                    return "seen";
                  });
          var first = own.start(tool);
          var second = new ArrayList<Rig.Started>();
          own.at(1, () -> second.add(own.start(tool)));
          own.at(
              2,
              () -> {
                own.governor.directory().cancel(first.run().call().id(), Cause.USER, "somebody");
                second.getFirst().run().leave(Cause.CLIENT_GONE);
              });
          own.simulation.run();

          assertThat(runs).hasSize(1);
          assertThat(second.getFirst().end().outcome().word()).isEqualTo("cancelled");
          assertThat(own.governor.directory().abandoned()).isEmpty();
        });
  }

  @Test
  @DisplayName("a tool that asks its client has a result of its own for each")
  void asks() {
    var heard = new Heard();
    var tool =
        keeping(
            Rig.READING,
            60,
            call -> {
              ran.add("x");
              rig.sleep(1);
              var roots = call.roots();
              rig.sleep(1);
              return "roots " + roots.size();
            });
    heard.answers = _ -> "{\"roots\":[{\"uri\":\"file:///a\",\"name\":\"a\"}]}";
    rig.start(tool, Rig.request("{}"), heard);
    rig.start(tool, Rig.request("{}"), heard);
    rig.simulation.run();
    rig.start(tool, Rig.request("{}"), heard);
    rig.simulation.run();

    assertThat(ran).hasSize(3);
  }

  @Test
  @DisplayName("a result that is there waits for no lane")
  void noLane() {
    var tool = looking(0);
    start(tool, "{}");
    rig.simulation.run();
    var exclusive =
        Rig.tool(
            "alone",
            Rig.WRITING,
            new ToolOptions(null, null, "exclusive", List.of(), 1, java.time.Duration.ZERO),
            _ -> {
              rig.sleep(30);
              return "";
            });
    rig.start(exclusive, Rig.request("{}").beside(rig.lanes), Client.NONE);
    var hit = rig.start(tool, Rig.request("{}").beside(rig.lanes), Client.NONE);
    rig.simulation.runFor(Rig.seconds(1));

    assertThat(hit.text()).isEqualTo("look 1");
    rig.simulation.run();
  }

  @Test
  @DisplayName("what is kept is bounded in number and in bytes")
  void bounded() {
    var tool = keeping(Rig.READING, 6000, call -> "x".repeat(call.arguments().get("n").asInt()));
    for (int i = 0; i < 1_200; i++) {
      start(tool, "{\"n\":" + i + "}");
      rig.simulation.run();
    }
    assertThat(rig.runner.results().size()).isLessThanOrEqualTo(1_000);

    start(tool, "{\"n\":2000000}");
    rig.simulation.run();
    var again = start(tool, "{\"n\":2000000}");
    rig.simulation.run();
    assertThat(isShared(again)).isFalse();
  }
}
