package dev.belay.process.tree;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.Seeds;
import dev.belay.core.time.Simulation;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The steps of a stop on simulated processes and simulated time (C31, P5, P9). */
class LadderTest {
  private static final Grace GRACE = new Grace(Duration.ofSeconds(2), Duration.ofSeconds(3));

  /** One stop of a tree with the root 20, as prepared by a test. */
  private static final class Scene {
    final Simulation time;
    final FakeProcesses processes = new FakeProcesses();
    final Instance self = new Instance(processes.add(10, 1, 5).member(), 5, "7");
    final Mark mark = Cookie.of(self, 42).mark(1);
    final ProcessRow root = processes.add(20, 10, 20);
    final CompletableFuture<Integer> exited = new CompletableFuture<>();
    final AtomicReference<Grace> grace = new AtomicReference<>(GRACE);
    Runnable onEof = () -> {};

    Scene(long seed) {
      time = new Simulation(seed);
      processes.onDeath =
          pid -> {
            if (pid == 20) {
              exited.complete(0);
            }
          };
    }

    StopReport stop() {
      var tree = new Tree(processes, self, root.member(), root.start(), mark, null);
      var ladder = new Ladder(time, processes, processes);
      return run(() -> ladder.stop(tree, onEof, exited, grace::get));
    }

    StopReport run(Callable<StopReport> work) {
      var report = new CompletableFuture<StopReport>();
      time.threads()
          .newThread(() -> {
            try {
              report.complete(work.call());
            } catch (Exception e) {
              report.completeExceptionally(e);
            }
          })
          .start();
      time.run();
      assertThat(time.armedTimers()).isZero();
      return Optional.ofNullable(report.getNow(null)).orElseThrow();
    }

    void end(long pid) {
      processes.remove(pid);
      processes.onDeath.accept(pid);
    }
  }

  private static void everySeed(Consumer<Scene> property) {
    Seeds.forEach(50, seed -> property.accept(new Scene(seed)));
  }

  @Test
  @DisplayName("C31: a tree that ends with its stdin is sent no signal, and nothing is waited for")
  void eofIsTheFirstStep() {
    everySeed(scene -> {
      scene.onEof = () -> scene.end(20);
      var report = scene.stop();
      assertThat(report).isEqualTo(new StopReport(Step.EOF, 0, Set.of(), Duration.ZERO));
      assertThat(scene.processes.sent).isEmpty();
    });
  }

  @Test
  @DisplayName("C31: a root that ends by EOF is not waited for, but what it leaves gets TERM")
  void theRestOfTheTreeGetsTermAtOnce() {
    everySeed(scene -> {
      scene.processes.add(21, 20, 20);
      scene.onEof = () -> scene.time.after(Duration.ofMillis(100), () -> scene.end(20));
      var report = scene.stop();
      assertThat(report.endedBy()).isEqualTo(Step.TERM);
      assertThat(scene.processes.sent).contains("TERM 21").doesNotContain("TERM 20");
      assertThat(report.took()).isLessThan(Duration.ofMillis(200));
    });
  }

  @Test
  @DisplayName("C31: TERM comes after the first grace, KILL after the second, each on time")
  void killComesAfterBothGraces() {
    everySeed(scene -> {
      scene.processes.ignoresTerm(20);
      scene.processes.add(21, 20, 21);
      var report = scene.stop();
      assertThat(report.endedBy()).isEqualTo(Step.KILL);
      assertThat(report.killed()).isEqualTo(1);
      assertThat(scene.processes.sent)
          .containsSubsequence("TERM 20", "TERM 21", "STOP 20", "KILL 20")
          .doesNotContain("KILL 21");
      assertThat(report.took()).isBetween(Duration.ofSeconds(5), Duration.ofMillis(5100));
    });
  }

  @Test
  @DisplayName("P9: one that forks at every look is frozen first, so no child escapes the kill")
  void aForkingTreeIsFrozenFirst() {
    everySeed(scene -> {
      var next = new AtomicLong(100);
      scene.processes.ignoresTerm(20);
      scene.processes.onEachScan(
          20,
          () -> {
            long pid = next.incrementAndGet();
            scene.processes.add(pid, 1, 20);
            scene.processes.ignoresTerm(pid);
          });
      var report = scene.stop();
      assertThat(report.abandoned()).isEmpty();
      assertThat(scene.processes.rows(0)).extracting(ProcessRow::pid).containsExactly(10L);
      assertThat(report.took()).isLessThan(Duration.ofSeconds(6));
    });
  }

  @Test
  @DisplayName("P9: however late a stalled machine comes to KILL, each process is sent it once")
  void killIsSentThoughItsTimeHasPassed() {
    everySeed(scene -> {
      // As if the time for KILL had passed while the tree was looked for.
      scene.grace.set(new Grace(Duration.ZERO, Duration.ZERO, Duration.ofNanos(-1)));
      scene.processes.ignoresTerm(20);
      scene.processes.add(21, 20, 21);
      scene.processes.ignoresTerm(21);
      var report = scene.stop();
      assertThat(report.endedBy()).isEqualTo(Step.KILL);
      assertThat(scene.processes.sent).contains("KILL 20", "KILL 21");
    });
  }

  @Test
  @DisplayName("C31: what even KILL does not end is reported as abandoned, in bounded time")
  void whatCannotBeKilledIsAbandoned() {
    everySeed(scene -> {
      scene.processes.cannotBeKilled(20);
      var report = scene.stop();
      assertThat(report.endedBy()).isEqualTo(Step.ABANDONED);
      assertThat(report.abandoned()).containsExactly(scene.root.member());
      assertThat(report.took()).isLessThan(Duration.ofMillis(7200));
    });
  }

  @Test
  @DisplayName("P5: a stop under way is hurried by a shorter grace")
  void aShorterGraceHurriesAStop() {
    everySeed(scene -> {
      scene.processes.ignoresTerm(20);
      scene.grace.set(new Grace(Duration.ofDays(1), Duration.ofDays(1)));
      var _ = scene.time.after(Duration.ofSeconds(1), () -> scene.grace.set(Grace.none()));
      var report = scene.stop();
      assertThat(report.endedBy()).isEqualTo(Step.KILL);
      assertThat(report.took()).isLessThan(Duration.ofMillis(1200));
    });
  }

  @Test
  @DisplayName("P5: a brisk stop is over within 1.8 s, also of what cannot be killed")
  void aBriskStopIsBounded() {
    everySeed(scene -> {
      scene.processes.cannotBeKilled(20);
      scene.grace.set(Grace.brisk());
      assertThat(scene.stop().took()).isLessThanOrEqualTo(Duration.ofMillis(1800));
    });
  }

  @Test
  @DisplayName("C33: the chosen members die, the others do not")
  void onlyTheChosenDie() {
    everySeed(scene -> {
      var chosen =
          List.of(
              scene.processes.add(21, 20, 20).member(), scene.processes.add(22, 21, 22).member());
      scene.processes.add(23, 20, 20);
      var ladder = new Ladder(scene.time, scene.processes, scene.processes);
      var report =
          scene.run(() ->
              ladder.kill(
                  () ->
                      chosen.stream().filter(scene.processes::isAlive).collect(Collectors.toSet()),
                  Duration.ofSeconds(1)));
      assertThat(report.killed()).isEqualTo(2);
      assertThat(scene.processes.rows(0))
          .extracting(ProcessRow::pid)
          .containsExactly(10L, 20L, 23L);
    });
  }
}
