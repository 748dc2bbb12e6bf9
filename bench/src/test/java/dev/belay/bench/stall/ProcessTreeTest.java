package dev.belay.bench.stall;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.bench.stall.ProcessTree.Descendant;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Only a process whose stall some claim could notice is stopped, and none that would stay so. */
class ProcessTreeTest {
  private static final Descendant WAITING_SHELL = new Descendant(2, 1, "dash", false);
  private static final Descendant JVM = new Descendant(3, 2, "java", false);
  private static final Descendant SERVER = new Descendant(4, 3, "node", false);
  private static final Descendant SHELL_AS_SERVER = new Descendant(5, 3, "sh", false);
  private static final Descendant STOPPED = new Descendant(6, 3, "java", true);
  private static final Descendant TERMINAL = new Descendant(7, 3, "script", false);
  private static final Descendant IN_TERMINAL = new Descendant(8, 7, "java", false);
  private static final Descendant BELOW_TERMINAL = new Descendant(9, 8, "node", false);

  private final ProcessTree tree =
      new ProcessTree(
          List.of(
              WAITING_SHELL,
              JVM,
              SERVER,
              SHELL_AS_SERVER,
              STOPPED,
              TERMINAL,
              IN_TERMINAL,
              BELOW_TERMINAL));

  @Test
  void anyOfTheProgramsStallsButNeitherAWaitingShellNorATerminalNorItsChild() {
    var random = new Random(1);
    var chosen = new TreeSet<Long>();
    for (int i = 0; i < 1000; i++) {
      chosen.add(tree.any(random, Set.of()).orElseThrow().pid());
    }
    assertThat(chosen).containsExactly(3L, 4L, 5L, 9L);
  }

  @Test
  void theSameSeedChoosesTheSame() {
    var one = new Random(42);
    var other = new Random(42);
    for (int i = 0; i < 100; i++) {
      assertThat(tree.any(one, Set.of())).isEqualTo(tree.any(other, Set.of()));
    }
  }

  @Test
  void nothingIsChosenWhereNothingMayStall() {
    assertThat(new ProcessTree(List.of()).any(new Random(1), Set.of())).isEmpty();
    assertThat(new ProcessTree(List.of(STOPPED, TERMINAL)).any(new Random(1), Set.of())).isEmpty();
  }

  @Test
  void aProcessThatRestsIsNotChosen() {
    var random = new Random(1);
    for (int i = 0; i < 100; i++) {
      assertThat(tree.any(random, Set.of(3L, 4L, 9L))).hasValue(SHELL_AS_SERVER);
    }
    assertThat(tree.any(random, Set.of(3L, 4L, 5L, 9L))).isEmpty();
  }
}
