package dev.belay.process.spawn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.Patience;
import dev.belay.core.time.Time;
import dev.belay.process.tree.Birth;
import dev.belay.process.tree.Grace;
import dev.belay.process.tree.Step;
import dev.belay.process.tree.TreeMember;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Stopping real trees, once for each set of means (P5, P9, C31). */
@EnabledOnOs(OS.LINUX)
@Tag("process")
abstract class StopContract {
  private static final Grace SHORT = new Grace(Duration.ofMillis(100), Duration.ofMillis(200));

  /** For what forks while it is killed: how soon it is caught depends on what else runs. */
  private static final Grace UNTIL_CAUGHT =
      new Grace(SHORT.afterEof(), SHORT.afterTerm(), Patience.LIMIT);

  @AutoClose private final Spawner spawner = Spawner.open(Time.system(), machine());

  abstract Machine machine();

  @Test
  @DisplayName("P9: a tree that ignores TERM, escapes its session and scrubs its environment dies")
  void nothingOfAStubbornTreeIsLeft() throws Exception {
    var child = spawner.start(Real.sh(Real.STUBBORN));
    var pids = new ArrayList<>(Real.pids(child, Real.STUBBORN_PIDS));
    pids.add(child.pid());
    assertThat(Real.alive(pids)).hasSize(5);
    assertThat(child.members()).extracting(TreeMember::pid).containsAll(pids);

    var report = child.stop(SHORT);

    assertThat(report.endedBy()).isEqualTo(Step.KILL);
    assertThat(report.abandoned()).isEmpty();
    assertThat(Real.alive(pids)).isEmpty();
    assertThat(child.members()).isEmpty();
  }

  @Test
  @DisplayName("C31: closing stdin is enough for a child that listens to it")
  void aChildThatReadsItsStdinEndsByEof() throws Exception {
    var report = spawner.start(Real.launch("cat")).stop(new Grace(Patience.LIMIT, Duration.ZERO));

    assertThat(report.endedBy()).isEqualTo(Step.EOF);
    assertThat(report.killed()).isZero();
  }

  @Test
  @DisplayName("C31: TERM goes to all of the tree, not only to its root")
  void termReachesTheWholeTree() throws Exception {
    var child = spawner.start(Real.sh("sleep 1000 & echo $!; setsid sleep 1000 & echo $!; wait"));
    var pids = Real.pids(child, 2);

    var report = child.stop(new Grace(Duration.ZERO, Patience.LIMIT));

    assertThat(report.endedBy()).isEqualTo(Step.TERM);
    assertThat(Real.alive(pids)).isEmpty();
  }

  @Test
  @DisplayName("P9: a tree that forks while it is killed cannot outrun the kill")
  void aForkLoopIsCaught() throws Exception {
    var child =
        spawner.start(
            Real.sh(
                """
                trap '' TERM
                n=0
                while [ $n -lt 150 ]; do
                  n=$((n + 1))
                  (trap '' TERM; setsid sleep 1000 & sleep 1000 & wait) &
                  [ $n -ne 3 ] || echo $$
                  sleep 0.005
                done
                sleep 1000
                """));
    var _ = Real.pids(child, 1);

    var report =
        child.stop(new Grace(Duration.ofMillis(30), Duration.ofMillis(30), Patience.LIMIT));

    assertThat(report.abandoned()).isEmpty();
    assertThat(report.killed()).isGreaterThan(2);
    assertThat(child.members()).isEmpty();
  }

  @Test
  @DisplayName("P9: what a child that ended by itself left behind is stopped too")
  void whatOutlivesItsRootIsStopped() throws Exception {
    var child =
        spawner.start(Real.sh("env -i setsid sh -c 'sleep 1000 >&- 2>&- & echo $!'; exit 3"));
    var pids = Real.pids(child, 1);
    assertThat(child.exited().toCompletableFuture().join()).isEqualTo(new Exit(3));
    assertThat(Real.alive(pids)).isEqualTo(pids);

    var report = child.stop(new Grace(Duration.ZERO, Patience.LIMIT));

    assertThat(report.endedBy()).isEqualTo(Step.TERM);
    assertThat(Real.alive(pids)).isEmpty();
  }

  @Test
  @DisplayName("A client that leaves: the whole tree is dead within 1.8 s")
  void aBriskStopNeedsNoMoreThanItsGrace() throws Exception {
    var child = spawner.start(Real.sh(Real.STUBBORN));
    var pids = Real.pids(child, Real.STUBBORN_PIDS);

    var report = child.stop(Grace.brisk());

    assertThat(report.endedBy()).isEqualTo(Step.KILL);
    assertThat(Real.alive(pids)).isEmpty();
    var grace = Grace.brisk();
    assertThat(grace.afterEof().plus(grace.afterTerm()).plus(grace.afterKill()))
        .isLessThan(Duration.ofMillis(1800));
  }

  @Test
  @DisplayName("C33: killing some members leaves the rest of the tree alone")
  void theRestLivesOn() throws Exception {
    var child =
        spawner.start(
            Real.sh(
                """
                sleep 1000 & echo $!
                setsid sh -c 'trap "" TERM; sleep 1000 & echo $!; echo $$; wait' &
                wait
                """));
    var lines = Real.pids(child, 3);
    long other = lines.getFirst();
    var chosen = lines.subList(1, 3);

    var report =
        child.kill(living ->
            living.stream()
                .map(Birth::member)
                .filter(member -> chosen.contains(member.pid()))
                .collect(Collectors.toSet()));

    assertThat(report.abandoned()).isEmpty();
    assertThat(Real.alive(chosen)).isEmpty();
    assertThat(Real.alive(List.of(child.pid(), other))).hasSize(2);
  }

  @Test
  @DisplayName("P9: the number of a member that now belongs to another process is left alone")
  void aReusedNumberIsNotKilled() throws Exception {
    var child = spawner.start(Real.launch("sleep", "1000"));
    var stale = List.of(new TreeMember(child.pid(), 1)).iterator();

    var report = child.kill(_ -> stale.hasNext() ? Set.of(stale.next()) : Set.of());

    assertThat(report.killed()).isZero();
    assertThat(Real.isAlive(child.pid())).isTrue();
  }

  @Test
  @DisplayName("P5: stops at the same time are one stop, and the shorter grace counts")
  void aSecondStopHurriesTheFirst() throws Exception {
    var child = spawner.start(Real.sh(Real.STUBBORN));
    var _ = Real.pids(child, Real.STUBBORN_PIDS);
    var patient = child.stopping(new Grace(Duration.ofDays(1), Duration.ofDays(1)));

    var report = child.stop(SHORT);

    assertThat(patient.join()).isEqualTo(report);
    assertThat(child.stop(Grace.normal())).isEqualTo(report);
  }

  @Test
  @DisplayName("P9: a reader of stdout ends with the tree although a grandchild held the pipe")
  void theReaderOfStdoutEnds() throws Exception {
    var child = spawner.start(Real.sh("setsid sleep 1000 & echo $!; exit 0"));
    var _ = Real.pids(child, 1);

    var _ = child.stop(SHORT);

    assertThat(child.stdout().read()).isEqualTo(-1);
  }

  @Test
  @DisplayName("P9: a writer blocked on a child that does not read does not hold up its stop")
  void aBlockedWriterIsFreed() throws Exception {
    var child = spawner.start(Real.launch("sleep", "1000"));
    var failure = new CompletableFuture<Boolean>();
    Thread.ofPlatform()
        .name("blocked-writer")
        .start(() -> {
          try {
            child.stdin().write(new byte[1 << 20]);
            failure.complete(false);
          } catch (IOException e) {
            failure.complete(true);
          }
        });

    var report = child.stop(SHORT);

    assertThat(report.abandoned()).isEmpty();
    assertThat(failure.join()).isTrue();
  }

  @ParameterizedTest(name = "every {0} ms, {1}")
  @CsvSource({
    "5, same session", "20, same session", "50, same session",
    "5, new session", "20, new session", "50, new session"
  })
  @DisplayName("FAULT-1: a process that forks itself anew and exits cannot outrun the kill")
  void whatForksItselfAnewIsCaught(int millis, String session, @TempDir Path directory)
      throws CannotStart, IOException, InterruptedException {
    try (var forker = new SelfForker(directory)) {
      var launch = SelfForker.launch(directory, millis, session.startsWith("new"));
      var child = spawner.start(launch);
      forker.awaitBegin();

      var report = child.stop(UNTIL_CAUGHT);

      assertThat(report.abandoned()).isEmpty();
      assertThat(forker.hasEnded()).isTrue();
    }
  }
}
