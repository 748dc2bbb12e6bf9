package dev.belay.tools.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.claims.Claim;
import dev.belay.core.call.Outcome;
import dev.belay.core.cancel.StoppedException;
import dev.belay.core.journal.CallEvent;
import dev.belay.tools.declare.ToolOptions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A tool that misbehaves harms only its own call")
final class MisbehavingTest {
  private final Rig rig = new Rig(5);

  private static ToolOptions lasting(double timeout) {
    return new ToolOptions(Rig.seconds(timeout), null, "parallel", List.of(), 1, Duration.ZERO);
  }

  @Test
  @Claim("B10")
  @DisplayName("it throws an Error: told without a stack trace")
  void error() {
    var started =
        rig.run(
            Rig.tool(_ -> {
              throw new AssertionError("never so");
            }));

    assertThat(started.text())
        .isEqualTo("The tool has a defect: java.lang.AssertionError: never so");
    assertThat(started.isError()).isTrue();
    assertThat(started.json()).contains("\"outcome\":\"failed\",\"detail\":\"TOOL\"");
  }

  @SuppressWarnings("InfiniteRecursion") // Infinite recursion is what is tested.
  private static int down(int depth) {
    return down(depth + 1) + 1;
  }

  @Test
  @Claim("B10")
  @DisplayName("it overflows its stack, and says that it calls itself without end")
  void stackOverflow() {
    assertThat(rig.run(Rig.tool(_ -> down(0))).text())
        .isEqualTo("The tool ran out of stack: it calls itself without end (StackOverflowError).");
  }

  @Test
  @Claim("B10")
  @DisplayName("it wants more memory than there is")
  void outOfMemory() {
    assertThat(rig.run(Rig.tool(_ -> new long[Integer.MAX_VALUE])).text())
        .startsWith("The tool ran out of memory: ");
  }

  @Test
  @DisplayName("it throws without a word: the kind of the exception is told")
  void noMessage() {
    var started =
        rig.run(
            Rig.tool(_ -> {
              throw new java.util.NoSuchElementException();
            }));

    assertThat(started.text()).isEqualTo("The tool failed: NoSuchElementException.");
  }

  @Test
  @DisplayName("it interrupts itself: that is a failure, not a cancellation")
  void interruptsItself() {
    var started =
        rig.run(
            Rig.tool(_ -> {
              throw new InterruptedException();
            }));

    assertThat(started.text()).isEqualTo("The tool interrupted itself.");
    assertThat(started.end().outcome()).isInstanceOf(Outcome.Failed.class);
  }

  @Test
  @Claim("B12")
  @DisplayName(
      "it swallows interrupts: its caller is answered in time, it counts as abandoned, its result"
          + " is dropped")
  void swallowsInterrupts() {
    var started =
        rig.start(
            Rig.tool(
                "deaf",
                Rig.WRITING,
                lasting(5),
                _ -> {
                  long until = rig.simulation.nanos() + Rig.seconds(60).toNanos();
                  while (rig.simulation.nanos() < until) {
                    try {
                      rig.sleep(1);
                    } catch (InterruptedException _) {
                      // Ignores the interrupt.
                    }
                  }
                  return "late";
                }));
    rig.at(5.5, () -> assertThat(started.ends()).hasSize(1));
    rig.at(10, () -> assertThat(rig.governor.directory().abandoned()).hasSize(1));
    rig.simulation.run();

    assertThat(started.text()).startsWith("Tool exceeded wall-clock limit of 5s.");
    assertThat(rig.eventsOf(started))
        .contains(new CallEvent.Stopped("abandoned"), new CallEvent.LateResult());
    assertThat(rig.governor.directory().abandoned()).isEmpty();
  }

  @Test
  @Claim("B13")
  @DisplayName("what it does in a thread of its own after the end reaches nobody, and is told so")
  void leaksThread() {
    var heard = new Heard();
    var refused = new java.util.ArrayList<String>();
    var started =
        rig.start(
            Rig.tool(call -> {
              rig.simulation
                  .threads()
                  .newThread(() -> {
                    try {
                      rig.sleep(10);
                      call.progress(1, 2);
                    } catch (StoppedException | InterruptedException e) {
                      refused.add(e.getMessage());
                    }
                  })
                  .start();
              return "done";
            }),
            Rig.request("{}"),
            heard);
    rig.simulation.run();

    assertThat(started.text()).isEqualTo("done");
    assertThat(heard.words).isEmpty();
    assertThat(refused).containsExactly("The call has ended: completed");
  }

  @Test
  @DisplayName("it asks whom nobody can ask, and may go on without")
  void cannotAsk() {
    var started = rig.run(Rig.tool(call -> call.roots()));

    assertThat(started.text()).isEqualTo("There is no client that could be asked (roots/list).");
  }

  @Test
  @DisplayName("a person may take long: the idle clock is held, the total one is not (C17)")
  void heldWhileAsking() {
    var slow =
        new Heard() {
          @Override
          public java.util.Map<String, byte[]> ask(List<dev.belay.mcp.server.Question> questions)
              throws InterruptedException {
            rig.sleep(300);
            return super.ask(questions);
          }
        };
    slow.answers = _ -> "{\"action\":\"accept\",\"content\":{\"ok\":true}}";
    var tool =
        Rig.tool(call ->
            call.elicit("?", tools.jackson.databind.json.JsonMapper.shared().createObjectNode())
                .toString());
    var patient = rig.start(tool, Rig.request("{}"), slow);
    rig.simulation.run();
    assertThat(patient.text()).contains("Accepted", "\"ok\":true");

    var limited = rig.start(tool, Rig.request("{}").wishing(Rig.seconds(100)), slow);
    rig.simulation.run();
    assertThat(limited.text()).startsWith("Tool exceeded wall-clock limit of 100s.");
  }
}
