package dev.belay.store.sqlite;

import static dev.belay.store.sqlite.JobStoreContract.RUNNING;
import static dev.belay.store.sqlite.JobStoreContract.completed;
import static dev.belay.store.sqlite.JobStoreContract.job;
import static dev.belay.store.sqlite.JobStoreContract.parts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.job.Job;
import dev.belay.core.job.Job.Ending;
import dev.belay.core.job.Job.State;
import dev.belay.core.job.JobStore;
import dev.belay.core.job.JobStoreException;
import dev.belay.core.time.Time;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Processes that share one file, and end in whatever way")
@Tag("process")
final class SqliteProcessesTest {
  @TempDir Path temp;

  private SqliteJobStore store(Time time) {
    return OtherProcess.store(
        temp.resolve("state"),
        time,
        said -> {
          throw new AssertionError(said);
        });
  }

  @Test
  @DisplayName("P27: nothing that was acknowledged is lost when a process is killed, five times")
  void killed() throws Exception {
    var random = new Random(27);
    for (int kill = 0; kill < 5; kill++) {
      var said = new ArrayList<String>();
      try (var other = new OtherProcess(temp.resolve("state"), kill * 1_000_000, temp("tmp"))) {
        for (int lines = random.nextInt(20, 600); lines > 0; lines--) {
          said.add(other.next());
        }
        said.addAll(other.kill());
      }
      assertThat(said).doesNotContainNull();
      try (var store = store(Time.system())) {
        for (var line : said) {
          var words = line.split(" ");
          // The last line may be half of one.
          if (words.length == 2 && !line.equals(said.getLast())) {
            verify(words[0], Integer.parseInt(words[1]), store);
          }
        }
        assertThat(store.page(JobStore.Wanted.of("other"), JobStore.NEWEST, 10_000).jobs())
            .allMatch(job -> job.hasEnded() || job.id().low() % 2 == 1)
            .hasSizeGreaterThan(10);
      }
    }
    // What each of them has unpacked and locked does not pile up.
    try (var native1 = Files.list(temp.resolve("state/native"));
        var all = Files.list(temp.resolve("state"));
        var temporary = Files.list(temp.resolve("tmp"))) {
      assertThat(native1).hasSize(1);
      assertThat(all.filter(file -> file.getFileName().toString().startsWith("node-"))).hasSize(1);
      assertThat(temporary.filter(file -> file.toString().contains("sqlite"))).isEmpty();
    }
  }

  private Path temp(String name) {
    return temp.resolve(name);
  }

  private static void verify(String what, int number, JobStore store) throws JobStoreException {
    var found = store.find(job(number, "other", RUNNING).id());
    assertThat(found).as("%s %d", what, number).isNotNull();
    if (found.state() instanceof State.Open open) {
      assertThat(number % 2).as("may run again").isOne();
      assertThat(what).isEqualTo("open");
      assertThat(open.waitsFor()).isEqualTo("Belay to be started again");
      return;
    }
    var end = (State.Ended) found.state();
    if (what.equals("ended") || end.how() == Ending.COMPLETED) {
      assertThat(parts(found)).isEqualTo(parts(OtherProcess.ended(number)));
    } else {
      assertThat(end.how()).isEqualTo(Ending.LOST);
    }
  }

  @Test
  @DisplayName("a job is lost once its process is, without opening the file anew, and none before")
  void shared() throws Exception {
    try (var store = store(Time.system())) {
      store.put(job(-1, "ann", RUNNING));
      try (var twin = store(Time.system())) {
        assertThat(twin.find(job(-1, "ann", RUNNING).id()).hasEnded()).isFalse();
      }
      try (var other = new OtherProcess(temp.resolve("state"), 1, temp("tmp"))) {
        var lines = new ArrayList<String>();
        for (int i = 0; i < 200; i++) {
          lines.add(other.next());
          store.put(job(-2 - i, "ann", i % 2 == 0 ? RUNNING : completed(3)));
        }
        assertThat(openIn(store, lines)).as("while both run").isNotEmpty();
        var open = openIn(store, lines);
        other.kill();
        long lost = 0;
        for (var job : open) {
          var now = store.find(job.id());
          if (now.state() instanceof State.Ended end && end.how() == Ending.COMPLETED) {
            continue; // the other process was killed after that
          }
          assertThat(now.hasEnded()).isEqualTo(job.id().low() % 2 == 0);
          lost += now.hasEnded() ? 1 : 0;
        }
        assertThat(store.lost()).isGreaterThanOrEqualTo(lost);
      }
      assertThat(store.page(JobStore.Wanted.of("ann"), JobStore.NEWEST, 1_000).jobs())
          .hasSize(201)
          .filteredOn(Job::hasEnded)
          .hasSize(100);
    }
  }

  private static List<Job> openIn(JobStore store, List<String> lines) throws JobStoreException {
    var open = new ArrayList<Job>();
    for (var line : lines) {
      int number = Integer.parseInt(line.split(" ")[1]);
      var job = store.find(job(number, "other", RUNNING).id());
      assertThat(job).isNotNull();
      if (!job.hasEnded()) {
        open.add(job);
      }
    }
    return open;
  }

  @Test
  @DisplayName("jobs that may run again are taken over by one of several programs, thrice in all")
  void taken() throws Exception {
    var open = new HashSet<Long>();
    try (var other = new OtherProcess(temp.resolve("state"), 0, temp("tmp"))) {
      for (int i = 0; i < 100; i++) {
        other.next();
      }
      try (var store = store(Time.system())) {
        assertThat(store.take(_ -> true)).as("while it runs").isEmpty();
      }
      other.kill();
    }
    try (var store = store(Time.system())) {
      for (var job : store.page(JobStore.Wanted.of("other"), JobStore.NEWEST, 10_000).jobs()) {
        if (!job.hasEnded()) {
          open.add(job.id().low());
        }
      }
      assertThat(store.take(_ -> false)).isEmpty();
    }
    assertThat(open).hasSizeGreaterThan(10);
    for (int attempt = 2; attempt <= JobStore.MOST_ATTEMPTS; attempt++) {
      var taken = new ConcurrentLinkedQueue<JobStore.Taken>();
      try (var one = store(Time.system());
          var two = store(Time.system());
          var both = Executors.newVirtualThreadPerTaskExecutor()) {
        for (var store : List.of(one, two)) {
          both.submit(() -> taken.addAll(store.take(_ -> true)));
        }
        both.shutdown();
        assertThat(both.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
      }
      assertThat(taken)
          .extracting(one -> one.job().id().low())
          .containsExactlyInAnyOrderElementsOf(open);
      for (var one : taken) {
        assertThat(((State.Open) one.job().state()).attempt()).isEqualTo(attempt);
        assertThat(one.arguments()).isEqualTo(OtherProcess.ARGUMENTS);
      }
    }
    try (var store = store(Time.system())) {
      assertThat(store.take(_ -> true)).as("a fourth time").isEmpty();
      assertThat(store.page(JobStore.Wanted.of("other"), JobStore.NEWEST, 10_000).jobs())
          .allMatch(Job::hasEnded);
    }
  }

  @Test
  @DisplayName("a job that may run again is lost where no program takes it within ten minutes")
  void notTaken() throws Exception {
    var noon = Instant.parse("2026-01-01T12:00:00Z");
    try (var store = store(new WrongTime(noon))) {
      store.put(job(1, "ann", RUNNING), OtherProcess.ARGUMENTS);
      store.put(job(2, "ann", RUNNING), OtherProcess.ARGUMENTS);
      store.put(job(2, "ann", completed(1)));
    }
    for (int minutes = 0; minutes < 10; minutes += 3) {
      try (var store = store(new WrongTime(noon.plusSeconds(60L * minutes)))) {
        assertThat(store.find(job(1, "ann", RUNNING).id()).hasEnded()).isFalse();
      }
    }
    try (var store = store(new WrongTime(noon.plusSeconds(601)))) {
      var end = (State.Ended) store.find(job(1, "ann", RUNNING).id()).state();
      assertThat(end.how()).isEqualTo(Ending.LOST);
      assertThat(store.take(_ -> true)).isEmpty();
    }
  }

  @Test
  @DisplayName("a job that waits to be taken over can be ended, and no other open one")
  void ended() throws Exception {
    var cancelled =
        new State.Ended(
            Instant.EPOCH, Ending.CANCELLED, "client", "[CANCELLED]", null, Duration.ZERO);
    try (var store = store(Time.system())) {
      store.put(job(1, "ann", RUNNING), OtherProcess.ARGUMENTS);
      store.put(job(2, "ann", RUNNING), OtherProcess.ARGUMENTS);
      assertThat(store.endWaiting(job(1, "ann", cancelled))).as("while it runs").isFalse();
      assertThat(store.endWaiting(job(9, "ann", cancelled))).as("an unknown one").isFalse();
    }
    try (var store = store(Time.system());
        var twin = store(Time.system())) {
      assertThat(store.find(job(1, "ann", RUNNING).id()).hasEnded()).isFalse();
      assertThat(store.endWaiting(job(1, "ann", cancelled))).isTrue();
      assertThat(store.endWaiting(job(1, "ann", completed(3)))).as("a second time").isFalse();
      assertThat(twin.find(job(1, "ann", RUNNING).id()).state()).isEqualTo(cancelled);
      assertThat(twin.take(_ -> true)).extracting(one -> one.job().id().low()).containsExactly(2L);
      assertThat(store.endWaiting(job(2, "ann", cancelled))).as("one that was taken").isFalse();
    }
  }

  @Test
  @DisplayName("clocks that go back, or are years ahead, end no job of a process that is there")
  void clocks() throws Exception {
    try (var store = store(Time.system())) {
      store.put(job(1, "ann", RUNNING));
      for (var wall : new String[] {"1980-01-01T00:00:00Z", "2100-01-01T00:00:00Z"}) {
        try (var other = store(new WrongTime(Instant.parse(wall)))) {
          other.put(job(wall.charAt(0), "bob", RUNNING));
          assertThat(other.find(job(1, "ann", RUNNING).id()).hasEnded()).isFalse();
          other.put(job(2, "ann", completed(1)));
        }
        assertThat(store.find(job(1, "ann", RUNNING).id()).hasEnded()).isFalse();
        assertThat(store.find(job(wall.charAt(0), "bob", RUNNING).id()).hasEnded()).isTrue();
      }
    }
  }

  /** A clock that stands at another time. */
  private record WrongTime(Instant wall) implements Time {
    @Override
    public long nanos() {
      return Time.system().nanos();
    }

    @Override
    public Timer after(Duration delay, Runnable action) {
      return Time.system().after(delay, action);
    }

    @Override
    public void sleep(Duration delay) throws InterruptedException {
      Time.system().sleep(delay);
    }

    @Override
    public boolean await(CompletionStage<?> stage, Duration limit) throws InterruptedException {
      return Time.system().await(stage, limit);
    }
  }
}
