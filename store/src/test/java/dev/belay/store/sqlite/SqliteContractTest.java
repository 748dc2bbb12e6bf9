package dev.belay.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.call.CallId;
import dev.belay.core.call.Heartbeat;
import dev.belay.core.call.Payload;
import dev.belay.core.job.Estimator;
import dev.belay.core.job.Job;
import dev.belay.core.job.Job.Ending;
import dev.belay.core.job.Job.State;
import dev.belay.core.job.Job.Step;
import dev.belay.core.job.JobStore;
import dev.belay.core.job.JobStoreException;
import dev.belay.core.job.MemoryJobStore;
import dev.belay.core.time.HandTime;
import dev.belay.core.time.Seeds;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("The store of jobs in a file of SQLite")
final class SqliteContractTest extends JobStoreContract {
  @TempDir Path temp;
  private int made;

  @Override
  JobStore make(long mostBytes) {
    return store(temp.resolve("store?%20 " + made++), mostBytes);
  }

  private static JobStore store(Path directory, long mostBytes) {
    return new SqliteJobStore(
        directory,
        mostBytes,
        new HandTime(),
        said -> {
          throw new AssertionError(said);
        });
  }

  @Test
  @DisplayName("does as the one in memory in 20 orders of 150 commands, also opened anew")
  void asInMemory() {
    Seeds.forEach(
        40,
        seed -> {
          try {
            new Twins(seed, temp.resolve("twins" + seed)).run();
          } catch (JobStoreException e) {
            throw new AssertionError(e);
          }
        });
  }

  @Test
  @DisplayName(
      "keeps runs of calls where it keeps jobs, adds up what processes add, and is bounded")
  void runs() throws JobStoreException {
    var directory = temp.resolve("runs");
    var one = store(directory, Long.MAX_VALUE);
    one.addEstimates(runs(null, "crawl", 0, 8));
    assertThat(one.estimates()).as("without a job there is no file").isEmpty();
    assertThat(directory).doesNotExist();
    one.put(job(1, "ann", completed(3)));
    one.addEstimates(runs(null, "crawl", 0, 8));
    one.addEstimates(runs("docs", "crawl", 7, 5));
    var other = store(directory, Long.MAX_VALUE);
    other.addEstimates(runs(null, "crawl", 0, 4));
    one.close();
    other.close();

    var later = store(directory, Long.MAX_VALUE);
    var estimator = new Estimator();
    var stored = later.estimates();
    assertThat(stored)
        .extracting(Estimator.Known::kind)
        .containsExactlyInAnyOrder(
            new Estimator.Kind(null, "crawl", 0), new Estimator.Kind("docs", "crawl", 7));
    stored.forEach(known -> estimator.recall(List.of(known)));
    var estimate = estimator.estimate(new Estimator.Kind(null, "crawl", 0), Duration.ZERO, null);
    assertThat(estimate).isNotNull();
    assertThat(estimate.runs()).isEqualTo(12);

    var many = new ArrayList<Estimator.Known>();
    for (int i = 0; i < Estimator.MOST; i++) {
      many.addAll(runs(null, "tool " + i, 0, 1));
    }
    later.addEstimates(many);
    assertThat(later.estimates()).hasSize(Estimator.MOST);
    later.close();
  }

  @Test
  @DisplayName("overwrites in the file what it deletes: arguments of ended jobs, and results")
  void overwritten() throws JobStoreException, IOException {
    var directory = temp.resolve("deleted");
    var store = store(directory, Long.MAX_VALUE);
    var secret = "hunter2!".repeat(5_000).getBytes(StandardCharsets.US_ASCII);
    store.put(job(1, "ann", RUNNING), secret);
    store.put(job(1, "ann", completed(3)));
    store.put(job(2, "ann", completed(secret)));
    assertThat(store.expire(Instant.EPOCH.plusSeconds(9))).isEqualTo(2);
    store.close();
    assertThat(directory.resolve("jobs.db-wal")).doesNotExist();
    assertThat(Files.readString(directory.resolve("jobs.db"), StandardCharsets.ISO_8859_1))
        .doesNotContain("hunter2!");
  }

  private static List<Estimator.Known> runs(
      @Nullable String server, String tool, long shape, int count) {
    var estimator = new Estimator();
    for (int i = 0; i < count; i++) {
      estimator.learn(new Estimator.Kind(server, tool, shape), Duration.ofSeconds(9), false);
    }
    return estimator.takeFresh().stream().filter(known -> known.kind().shape() == shape).toList();
  }

  /** Two stores that are told the same. */
  private static final class Twins {
    private final Random random;
    private final JobStore memory = new MemoryJobStore(Long.MAX_VALUE);
    private final Path directory;
    private JobStore file;

    Twins(long seed, Path directory) {
      random = new Random(seed);
      this.directory = directory;
      file = store(directory, Long.MAX_VALUE);
    }

    void run() throws JobStoreException {
      for (int i = 0; i < 150; i++) {
        step();
      }
      file.close();
    }

    private void step() throws JobStoreException {
      switch (random.nextInt(12)) {
        case 0 -> {
          var id = id();
          memory.remove(id);
          file.remove(id);
        }
        case 1 -> {
          var now = Instant.EPOCH.plusSeconds(random.nextInt(100));
          assertThat(file.expire(now)).isEqualTo(memory.expire(now));
        }
        case 2, 3 -> {
          var id = id();
          assertThat(shown(file.find(id))).isEqualTo(shown(memory.find(id)));
        }
        case 4 -> assertThat(list(file, null)).isEqualTo(list(memory, null));
        case 5 -> assertThat(list(file, "ann")).isEqualTo(list(memory, "ann"));
        case 6 -> reopen();
        default -> {
          var job = job();
          memory.put(job);
          file.put(job);
        }
      }
    }

    /** Ends what is open first, since that would be lost. */
    private void reopen() throws JobStoreException {
      if (random.nextInt(4) != 0) {
        return;
      }
      for (var job : memory.page(JobStore.Wanted.of(null), JobStore.NEWEST, 1_000).jobs()) {
        if (!job.hasEnded()) {
          var ended = job.in(ended());
          memory.put(ended);
          file.put(ended);
        }
      }
      file.close();
      file = store(directory, Long.MAX_VALUE);
    }

    private static List<Object> shown(@Nullable Job job) {
      return job == null ? List.of() : parts(job);
    }

    private List<List<Object>> list(JobStore store, @Nullable String principal)
        throws JobStoreException {
      return jobs(store, JobStore.Wanted.of(principal), 7).map(JobStoreContract::parts).toList();
    }

    private CallId id() {
      return new CallId(random.nextBoolean() ? "a" : "b", random.nextInt(3), random.nextInt(4));
    }

    private @Nullable String text() {
      return switch (random.nextInt(5)) {
        case 0 -> null;
        case 1 -> "";
        case 2 -> "it's; -- \uD83D\uDE00";
        case 3 -> "a\u0000b\n";
        default -> "é".repeat(random.nextInt(3_000));
      };
    }

    private Job job() {
      var principal = random.nextBoolean() ? "ann" : "bob";
      var tool = "tool" + random.nextInt(3);
      var began = Instant.ofEpochSecond(random.nextInt(), random.nextInt(1_000_000_000));
      var expires = Instant.EPOCH.plusSeconds(random.nextInt(100));
      var timeout = Duration.ofNanos(random.nextLong());
      var state = random.nextBoolean() ? open() : ended();
      return new Job(id(), tool, text(), principal, text(), began, timeout, expires, state);
    }

    private State open() {
      var step = Step.values()[random.nextInt(3)];
      var beat =
          random.nextBoolean()
              ? null
              : new Heartbeat(
                  Duration.ofNanos(random.nextLong()),
                  text(),
                  random.nextBoolean() ? null : random.nextGaussian(),
                  random.nextBoolean() ? null : 7.0);
      return new State.Open(step, text(), Duration.ofNanos(random.nextLong()), beat);
    }

    private State ended() {
      var how = Ending.values()[random.nextInt(Ending.values().length)];
      var result =
          how == Ending.COMPLETED
              ? new Payload("mcp", filled(random.nextInt(5) == 0 ? 600_000 : random.nextInt(9)))
              : null;
      var detail = text();
      return new State.Ended(
          Instant.ofEpochSecond(random.nextInt(), 1),
          how,
          detail == null ? "" : detail,
          "why",
          result,
          Duration.ofNanos(random.nextLong()));
    }
  }
}
