package dev.belay.gateway.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.call.CallId;
import dev.belay.core.call.CallInfo;
import dev.belay.core.call.Caller;
import dev.belay.core.time.Seeds;
import dev.belay.gateway.upstream.ProcessOwnership.Span;
import dev.belay.gateway.upstream.ProcessOwnership.Survivor;
import dev.belay.process.tree.Birth;
import dev.belay.process.tree.TreeMember;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Longer than other files: one process table, and each story of births among calls. */
@DisplayName("REQ-1, C34: a process belongs to the calls that were under way when it was born")
final class ProcessOwnershipTest {
  private static final int SEEDS = 10_000;
  private static final long SERVER = 1;

  private final ProcessOwnership ownership = new ProcessOwnership();

  private static CallInfo call(long number) {
    return new CallInfo(
        new CallId("n", 0, number), "tool", "server", Caller.of("local", null), Instant.EPOCH);
  }

  private static Birth born(long pid, long parent, long from, long to) {
    return new Birth(new TreeMember(pid, from), parent, false, "sleep", from, to, false);
  }

  private static List<Long> pids(List<Birth> births) {
    return births.stream().map(birth -> birth.member().pid()).sorted().toList();
  }

  private static void stop(Span span, long now) {
    span.beginStop(now);
    span.endStop(now);
  }

  /** Whether it waits for a result, and not merely for a lock. */
  private static boolean isJoining(Thread thread) {
    return Stream.of(thread.getStackTrace())
        .anyMatch(frame ->
            frame.getClassName().equals(CompletableFuture.class.getName())
                && frame.getMethodName().equals("join"));
  }

  @Test
  void stopsAtTheSameTimeShareAReadingThatBeginsAfterEachOfThem() throws InterruptedException {
    var readings = new AtomicInteger();
    var begun = new CompletableFuture<Boolean>();
    var mayEnd = new CompletableFuture<Boolean>();
    var late = born(6, SERVER, 12, 14);
    var first =
        Thread.startVirtualThread(() ->
            ownership.look(() -> {
              readings.incrementAndGet();
              begun.complete(true);
              mayEnd.join();
              return List.of();
            }));
    begun.join();
    var found = new ConcurrentLinkedQueue<List<Birth>>();
    var others = new ArrayList<Thread>();
    for (int i = 0; i < 100; i++) {
      int number = i;
      others.add(
          Thread.startVirtualThread(() -> {
            var span = ownership.begin(call(number), 10);
            stop(span, 20);
            found.add(
                ownership.look(() -> {
                  readings.incrementAndGet();
                  return List.of(late);
                }));
          }));
    }
    for (var other : others) {
      while (!isJoining(other)) {
        Thread.onSpinWait();
      }
    }
    assertThat(readings).hasValue(1);
    mayEnd.complete(true);
    first.join();
    for (var other : others) {
      other.join();
    }
    assertThat(readings).hasValue(2);
    assertThat(found).hasSize(100).allSatisfy(one -> assertThat(pids(one)).containsExactly(6L));
  }

  @Test
  @DisplayName("C34: a process born within a grace beside a call that completes is left behind")
  void aProcessBornWithinTheGraceOfOneCallMayBelongToAnother() {
    var one = ownership.begin(call(1), 10);
    var two = ownership.begin(call(2), 10);
    one.beginStop(100);
    var late = born(7, SERVER, 150, 160);
    two.end(200);
    one.endStop(2_000);
    assertThat(ownership.look(List.of(late))).isEmpty();
    assertThat(ownership.leftBehind())
        .containsExactly(new Survivor(late, List.of(call(1), call(2))));
  }

  /** Stops a call, beside an orphan from its time and one from before. */
  private void stopBesideTwoOrphans() {
    var one = ownership.begin(call(1), 10);
    one.beginStop(20);
    assertThat(ownership.look(List.of(orphan(6, 15), orphan(3, 5)))).isEmpty();
    one.endStop(40);
  }

  @Test
  @DisplayName("FAULT-1: a new orphan belongs to the calls of a process that has gone meanwhile")
  void aNewOrphanBelongsToTheCallsOfAProcessGoneSince() {
    stopBesideTwoOrphans();
    assertThat(pids(ownership.look(List.of(orphan(9, 38), orphan(3, 5))))).containsExactly(9L);
    assertThat(pids(ownership.look(List.of(orphan(12, 43), orphan(3, 5))))).containsExactly(12L);
  }

  @Test
  @DisplayName("FAULT-1: a new orphan belongs to the calls of what ended while it was read")
  void aNewOrphanBelongsToTheCallsOfAProcessReadBeforeItEnded() {
    stopBesideTwoOrphans();
    var read = List.of(ended(orphan(6, 15)), ended(orphan(9, 41)), orphan(3, 5), orphan(12, 42));
    assertThat(pids(ownership.look(read))).containsExactly(6L, 9L, 12L);
    assertThat(pids(ownership.look(List.of(orphan(15, 43), orphan(3, 5))))).containsExactly(15L);
  }

  @Test
  @DisplayName("C34: a new orphan beside processes that live on is the server's own")
  void aNewOrphanBesideTheLivingIsTheServersOwn() {
    var one = ownership.begin(call(1), 10);
    one.beginStop(20);
    var _ = ownership.look(List.of(orphan(6, 15)));
    one.endStop(40);
    assertThat(pids(ownership.look(List.of(orphan(6, 15), orphan(12, 42))))).containsExactly(6L);
  }

  private static Birth orphan(long pid, long at) {
    return new Birth(new TreeMember(pid, at), 1, true, "fork", at, at, false);
  }

  private static Birth ended(Birth one) {
    return new Birth(
        one.member(), one.parent(), one.isOrphan(), one.name(), one.from(), one.to(), true);
  }

  @Test
  @DisplayName("An observed process of a long call remains its own after many other calls")
  void anObservationIsDueBeforeCallsAreForgotten() {
    var second = 1_000_000_000L;
    var span = ownership.begin(call(0), second);
    var living = List.of(born(6, SERVER, 2 * second, 2 * second));
    boolean seen = false;
    for (int i = 1; i < 5_000; i++) {
      ownership.begin(call(i), (2 + i) * second).end((2 + i) * second);
      if (ownership.isLookDue((2 + i) * second)) {
        assertThat(ownership.look(living)).isEmpty();
        seen = true;
      }
    }
    assertThat(seen).isTrue();
    stop(span, 6_000 * second);
    assertThat(pids(ownership.look(living))).containsExactly(6L);
  }

  private enum Fate {
    RUNNING,
    COMPLETED,
    STOPPING,
    STOPPED
  }

  /** What really happened, in full. */
  private static final class World {
    private static final class Ran {
      final Span span;
      final long from;
      long to = Long.MAX_VALUE;
      Fate fate = Fate.RUNNING;

      Ran(Span span, long from) {
        this.span = span;
        this.from = from;
      }
    }

    private static final class Offspring {
      final long pid;
      final @Nullable Offspring parent;
      final long at;
      final Birth birth;
      boolean lives = true;
      boolean seen;

      Offspring(long pid, @Nullable Offspring parent, long at, Birth birth) {
        this.pid = pid;
        this.parent = parent;
        this.at = at;
        this.birth = birth;
      }
    }

    final Random dice;
    final ProcessOwnership ownership;
    final int slack;
    final boolean knowsAll;
    final List<Ran> calls = new ArrayList<>();
    final List<Offspring> processes = new ArrayList<>();
    long now = 100;

    /** With slack all are the server's own children, as a clock may misjudge a parent. */
    World(long seed, int most, int slack) {
      dice = new Random(seed);
      ownership = new ProcessOwnership(most);
      this.slack = slack;
      knowsAll = slack == 0 && most > 100;
    }

    void step() {
      now += 1 + dice.nextInt(4);
      switch (dice.nextInt(8)) {
        case 0, 1 -> calls.add(new Ran(ownership.begin(call(calls.size()), now), now));
        case 2, 3 -> bear();
        case 4 -> oneOf(dice.nextBoolean() ? Fate.RUNNING : Fate.STOPPING, this::endRun);
        case 5 -> oneOf(Fate.RUNNING, this::beginStop);
        case 6 -> oneOf(Fate.STOPPING, this::endStop);
        default -> die();
      }
    }

    private interface Act {
      void on(Ran ran);
    }

    private void oneOf(Fate fate, Act act) {
      var all = calls.stream().filter(ran -> ran.fate == fate).toList();
      if (!all.isEmpty()) {
        act.on(all.get(dice.nextInt(all.size())));
      }
    }

    /** Of one that is being stopped only its run is over: it has its grace still. */
    private void endRun(Ran ran) {
      if (ran.fate == Fate.RUNNING) {
        ran.fate = Fate.COMPLETED;
        ran.to = now;
      }
      ran.span.end(now);
    }

    /** Some have run to their end just before. */
    private void beginStop(Ran ran) {
      ran.fate = Fate.STOPPING;
      if (dice.nextInt(4) == 0) {
        ran.span.end(now);
      }
      ran.span.beginStop(now);
    }

    private void endStop(Ran ran) {
      ran.fate = Fate.STOPPED;
      ran.to = now;
      ran.span.endStop(now);
      var doomed = look();
      for (var process : processes) {
        var owners = owners(process);
        boolean allStopped = owners.stream().allMatch(owner -> owner.fate == Fate.STOPPED);
        if (doomed.contains(process.birth)) {
          assertThat(allStopped).as("killed").isTrue();
        } else if (process.lives && knowsAll) {
          assertThat(allStopped && !owners.isEmpty()).as("spared").isFalse();
        }
      }
      if (knowsAll) {
        assertThat(pids(ownership.leftBehind().stream().map(Survivor::process).toList()))
            .isEqualTo(leftBehind());
      }
      processes.stream().filter(one -> doomed.contains(one.birth)).forEach(this::kill);
    }

    /** Of those that live, the ones of a stopped call on which a completed one may rely. */
    private List<Long> leftBehind() {
      return processes.stream()
          .filter(process -> process.lives)
          .filter(process -> owners(process).stream().anyMatch(ran -> ran.fate == Fate.STOPPED))
          .filter(process -> owners(process).stream().anyMatch(ran -> ran.fate == Fate.COMPLETED))
          .map(process -> process.pid)
          .sorted()
          .toList();
    }

    List<Birth> look() {
      var living = new ArrayList<Birth>();
      for (var process : processes) {
        if (process.lives) {
          process.seen = true;
          var parent = process.parent;
          long pid = parent == null || !parent.lives ? SERVER : parent.pid;
          var born = process.birth;
          living.add(
              new Birth(
                  born.member(),
                  pid,
                  parent != null && !parent.lives,
                  born.name(),
                  born.from(),
                  born.to(),
                  false));
        }
      }
      var doomed = new HashSet<TreeMember>();
      ownership.look(living).forEach(birth -> doomed.add(birth.member()));
      return processes.stream()
          .map(process -> process.birth)
          .filter(birth -> doomed.contains(birth.member()))
          .toList();
    }

    private void kill(Offspring root) {
      root.lives = false;
      for (var process : processes) {
        if (process.parent == root && process.lives) {
          kill(process);
        }
      }
    }

    private void bear() {
      var living = processes.stream().filter(process -> process.lives).toList();
      var parent =
          living.isEmpty() || slack > 0 || dice.nextBoolean()
              ? null
              : living.get(dice.nextInt(living.size()));
      long pid = 10L + processes.size();
      var birth =
          born(
              pid,
              parent == null ? SERVER : parent.pid,
              now - (slack == 0 ? 0 : dice.nextInt(slack)),
              now + (slack == 0 ? 0 : dice.nextInt(slack)));
      processes.add(new Offspring(pid, parent, now, birth));
    }

    /** One ends by itself, of whom nobody is an unseen child. */
    private void die() {
      var mortal =
          processes.stream()
              .filter(process -> process.lives)
              .filter(process ->
                  processes.stream()
                      .noneMatch(one -> one.parent == process && one.lives && !one.seen))
              .toList();
      if (!mortal.isEmpty()) {
        mortal.get(dice.nextInt(mortal.size())).lives = false;
      }
    }

    /** The calls during which it was born, or which its ancestors belong to. */
    private Set<Ran> owners(Offspring process) {
      var inherited = process.parent == null ? Set.<Ran>of() : owners(process.parent);
      if (!inherited.isEmpty()) {
        return inherited;
      }
      var during = new HashSet<Ran>();
      for (var ran : calls) {
        if (ran.from <= process.at && process.at <= ran.to) {
          during.add(ran);
        }
      }
      return during;
    }
  }

  private static void run(World world) {
    for (int i = 0; i < 60; i++) {
      world.step();
    }
  }

  @Test
  @DisplayName(
      "REQ-1, C34: exactly the processes of stopped calls alone are killed, those born within a"
          + " grace too; those that a completed call may rely on are left behind")
  void exactlyTheProcessesOfStoppedCallsAreKilled() {
    Seeds.forEach(SEEDS, seed -> run(new World(seed, 1_000, 0)));
  }

  @Test
  @DisplayName("C34: a clock of coarse ticks kills no process that a call may rely on")
  void aCoarseClockKillsNoProcessOfOtherCalls() {
    Seeds.forEach(SEEDS, seed -> run(new World(seed, 1_000, 8)));
  }

  @Test
  @DisplayName("C34: a short memory kills no process that a call may rely on")
  void forgottenCallsKillNoProcessOfOtherCalls() {
    Seeds.forEach(SEEDS, seed -> run(new World(seed, 3, 0)));
  }
}
