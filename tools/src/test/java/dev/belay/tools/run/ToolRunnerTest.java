package dev.belay.tools.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.call.Call;
import dev.belay.core.call.Limits;
import dev.belay.core.call.Outcome;
import dev.belay.core.cancel.Cause;
import dev.belay.core.cancel.StoppedException;
import dev.belay.core.journal.CallEvent;
import dev.belay.tools.check.Checked;
import dev.belay.tools.declare.Hints;
import dev.belay.tools.declare.ToolDeclaration;
import dev.belay.tools.declare.ToolOptions;
import dev.belay.tools.result.ResultVersion;
import dev.belay.tools.result.ToolResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A native tool runs as every call does")
final class ToolRunnerTest {
  private final Rig rig = new Rig(1);

  private static ToolOptions lasting(double timeout, double idle) {
    return new ToolOptions(
        Rig.seconds(timeout), Rig.seconds(idle), "parallel", List.of(), 1, Duration.ZERO);
  }

  private static ToolOptions beside(String concurrency) {
    return new ToolOptions(null, null, concurrency, List.of(), 1, Duration.ZERO);
  }

  @Test
  @DisplayName("arguments go in, a result comes out, and the journal knows")
  void completes() {
    var started =
        rig.start(
            Rig.tool(call -> "hello " + call.arguments().get("who").asString()),
            Rig.request("{\"who\":\"world\"}"),
            Client.NONE);
    rig.simulation.run();

    assertThat(started.json())
        .isEqualTo(
            "{\"content\":[{\"type\":\"text\",\"text\":\"hello world\"}],\"isError\":false}");
    assertThat(rig.eventsOf(started))
        .hasAtLeastOneElementOfType(CallEvent.Running.class)
        .last()
        .isInstanceOf(CallEvent.Settled.class);
    assertThat(rig.simulation.armedTimers()).isZero();
  }

  @Test
  @DisplayName(
      "mistakes in arguments refuse the call, in the words of the check, and it is journaled")
  void refused() {
    var ran = new ArrayList<String>();
    var started =
        rig.start(Rig.tool(_ -> ran.add("ran")), Rig.request("{\"wrong\":1}"), Client.NONE);
    rig.simulation.run();

    assertThat(started.text()).contains("wrong: there is no such argument");
    assertThat(started.isError()).isTrue();
    assertThat(ran).isEmpty();
    assertThat(rig.eventsOf(started).getLast())
        .isEqualTo(new CallEvent.Settled("refused", "arguments", "", Duration.ZERO, Duration.ZERO));
  }

  @Test
  @DisplayName("a tool that hangs ends with its idle limit, to the letter of S0-11")
  void idles() {
    var started =
        rig.run(
            Rig.tool(
                "t",
                Rig.WRITING,
                lasting(60, 5),
                _ -> {
                  rig.sleep(3600);
                  return "late";
                }));

    assertThat(started.text())
        .startsWith(
            "No progress for 5s (idle timeout). Tool should call heartbeat() during long work.");
    assertThat(started.end().outcome()).isInstanceOf(Outcome.TimedOut.class);
    assertThat(started.json()).contains("\"dev.belay/outcome\":{\"outcome\":\"timed out\"");
  }

  @Test
  @DisplayName("heartbeats keep it alive up to its total limit, and the last word is told")
  void beats() {
    var started =
        rig.run(
            Rig.tool(
                "t",
                Rig.WRITING,
                lasting(20, 5),
                call -> {
                  for (int page = 1; ; page++) {
                    rig.sleep(3);
                    call.heartbeat("page " + page);
                  }
                }));

    assertThat(started.text())
        .startsWith("Tool exceeded wall-clock limit of 20s.")
        .contains("Last progress: \"page 6\", 18s after the start.");
  }

  @Test
  @DisplayName("S1-78, C28: the wish of a call comes first, then the author, then what is for all")
  void precedence() {
    var asked = new ArrayList<Limits>();
    var tool =
        Rig.tool(
            "t", Rig.WRITING, lasting(50, 7), call -> asked.add(call.context().call().limits()));
    var plain =
        Rig.tool(
            "p", Rig.WRITING, ToolOptions.NONE, call -> asked.add(call.context().call().limits()));
    rig.run(tool);
    rig.run(plain);
    rig.start(tool, Rig.request("{}").wishing(Rig.seconds(9)), Client.NONE);
    rig.start(tool, Rig.request("{}").wishing(Rig.seconds(900)), Client.NONE);
    rig.simulation.run();

    assertThat(asked)
        .containsExactlyInAnyOrder(
            Limits.ofSeconds(50, 7),
            Limits.DEFAULT,
            Limits.ofSeconds(9, 9),
            Limits.ofSeconds(50, 50));
  }

  @Test
  @DisplayName(
      "C17: a heartbeat throws once the call was taken back, and reaches the client before")
  void stopped() {
    var told = new Heard();
    var thrown = new ArrayList<String>();
    var started =
        rig.start(
            Rig.tool(call -> {
              call.progress(1, 10);
              try {
                while (true) {
                  try {
                    rig.sleep(1);
                  } catch (InterruptedException _) {
                    call.heartbeat();
                  }
                }
              } catch (StoppedException e) {
                thrown.add("stopped");
                throw e;
              }
            }),
            Rig.request("{}"),
            told);
    rig.at(5, () -> started.run().leave(Cause.CLIENT));
    rig.simulation.run();

    assertThat(told.words).containsExactly("1.0 of 10.0: null");
    assertThat(thrown).containsExactly("stopped");
    assertThat(started.end().outcome()).isEqualTo(new Outcome.Cancelled(Cause.CLIENT, ""));
  }

  @Test
  @DisplayName("cleanup runs where no stop can interrupt it")
  void cleanup() {
    var done = new ArrayList<String>();
    var started =
        rig.start(
            Rig.tool(call -> {
              try {
                rig.sleep(100);
              } finally {
                call.cleanup(Duration.ofSeconds(1), () -> done.add("closed"));
              }
              return "";
            }));
    rig.at(1, () -> started.run().leave(Cause.CLIENT));
    rig.simulation.run();

    assertThat(done).containsExactly("closed");
  }

  @Test
  @DisplayName(
      "C19: an exclusive tool, and one that may destroy, wait for the others; keys for their like")
  void lanes() {
    var log = new ArrayList<String>();
    for (var one : List.of("parallel", "exclusive", "file:{path}")) {
      for (var path : List.of("a", "a", "b")) {
        var tool =
            Rig.tool(
                one,
                Rig.WRITING,
                beside(one),
                call -> {
                  log.add("+" + path);
                  rig.sleep(1);
                  log.add("-" + path);
                  return "";
                });
        rig.start(tool, Rig.request("{\"path\":\"" + path + "\"}").beside(rig.lanes), Client.NONE);
      }
      rig.simulation.run();
      log.add(one);
    }

    assertThat(log.subList(0, 3)).containsExactlyInAnyOrder("+a", "+a", "+b");
    var exclusive = log.subList(7, 13);
    for (int i = 0; i < 6; i += 2) {
      assertThat(exclusive.get(i + 1)).isEqualTo(exclusive.get(i).replace('+', '-'));
    }
    var keyed = log.subList(14, 20);
    assertThat(keyed.subList(0, 2)).containsExactlyInAnyOrder("+a", "+b");
    assertThat(keyed.indexOf("-a")).isLessThan(keyed.lastIndexOf("+a"));
  }

  @Test
  @DisplayName("C19: a tool that declares to be destructive runs alone unless it says otherwise")
  void destructive() {
    var hints = new Hints(null, false, true, false, false);
    var tool = Rig.tool("rm", hints, ToolOptions.NONE, _ -> "");

    assertThat(LaneOf.isAlwaysParallel(tool.declaration())).isFalse();
    assertThat(LaneOf.isAlwaysParallel(Rig.tool(_ -> "").declaration())).isTrue();
  }

  @Test
  @DisplayName("what belongs to a turn is cancelled with it")
  void parent() {
    var parent = dev.belay.core.cancel.Cancellation.root();
    var started =
        rig.start(
            Rig.tool(_ -> {
              rig.sleep(50);
              return "";
            }),
            Rig.request("{}").within(parent),
            Client.NONE);
    rig.at(1, () -> parent.cancel(new dev.belay.core.cancel.Stop.Cancelled(Cause.USER, "me")));
    rig.simulation.run();

    assertThat(started.text()).isEqualTo("[CANCELLED] The parent of this call was cancelled.");
    assertThat(rig.governor.directory().calls()).isEmpty();
  }

  @Test
  @DisplayName("whoever looks finds the call, and may cancel it by its id")
  void listed() {
    var started =
        rig.start(
            Rig.tool(_ -> {
              rig.sleep(50);
              return "";
            }));
    rig.at(
        1,
        () -> {
          var ids = rig.governor.directory().calls().stream().map(Call::id).toList();
          assertThat(ids).containsExactly(started.run().call().id());
          rig.governor.directory().cancel(ids.getFirst(), Cause.USER, "");
        });
    rig.simulation.run();

    assertThat(started.text()).isEqualTo("[CANCELLED] Call cancelled by user.");
  }

  @Test
  @DisplayName("SEC-C1: arguments are checked within the call: it has begun before, and has limits")
  void checkedWithinTheCall() {
    var slow = new SlowContract();
    var checking = new Rig(1, slow);
    slow.rig = checking;
    var started =
        checking.start(
            Rig.tool("check", Rig.READING, lasting(3, 0), _ -> "never"),
            Rig.request("{}"),
            Client.NONE);
    checking.at(
        1,
        () -> {
          assertThat(checking.governor.directory().calls()).containsExactly(started.run().call());
          assertThat(checking.governor.workers().figures().busy()).isEqualTo(1);
        });
    checking.simulation.run();

    assertThat(started.text()).startsWith("Tool exceeded wall-clock limit of 3s.");
    assertThat(checking.eventsOf(started)).noneMatch(CallEvent.Running.class::isInstance);
  }

  /** Takes a minute to check arguments. */
  private static final class SlowContract implements Contract {
    private final Contract plain = new PlainContract();
    private @Nullable Rig rig;

    @Override
    public Checked check(ToolDeclaration tool, byte[] arguments) {
      try {
        Objects.requireNonNull(rig).sleep(60);
        return plain.check(tool, arguments);
      } catch (InterruptedException e) {
        throw new StoppedException(String.valueOf(e.getMessage()));
      }
    }

    @Override
    public ToolResult result(ToolDeclaration tool, @Nullable Object returned) throws Exception {
      return plain.result(tool, returned);
    }

    @Override
    public byte[] write(ToolResult result, ResultVersion version) {
      return plain.write(result, version);
    }
  }
}
