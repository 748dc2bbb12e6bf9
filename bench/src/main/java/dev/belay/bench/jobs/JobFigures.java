package dev.belay.bench.jobs;

import dev.belay.bench.report.Effort;
import dev.belay.bench.report.Report;
import dev.belay.bench.report.Sample;
import dev.belay.bench.report.ScratchDirectory;
import dev.belay.core.call.CallId;
import dev.belay.core.call.Payload;
import dev.belay.core.job.Job;
import dev.belay.core.job.JobStore;
import dev.belay.core.job.JobStoreException;
import dev.belay.core.time.Time;
import dev.belay.store.sqlite.SqliteJobStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Figures of the store of jobs in a file of SQLite, in a directory below the checkout: every
 * acknowledgement is durable.
 */
public final class JobFigures {
  private static final long ROOM = 8L << 30;
  private static final int WRITERS = 32;
  private static final int PAGE = 50;
  private static final byte[] RESULT =
      "{\"content\":[{\"type\":\"text\",\"text\":\"done\"}]}".getBytes(StandardCharsets.UTF_8);

  private JobFigures() {}

  /** Measures all figures. */
  public static void take(Report report, Path root, Effort effort)
      throws IOException, InterruptedException {
    var target = Files.createDirectories(root.resolve("bench/target"));
    try (var scratch = new ScratchDirectory(Files.createTempDirectory(target, "jobs"));
        var store = new SqliteJobStore(scratch.path(), ROOM, Time.system(), _ -> {})) {
      var clock = new AtomicLong();
      events(store, clock, effort.seconds(1, 3), new Report());
      events(store, clock, effort.seconds(3, 15), report);
      pages(store, clock, effort.of(50_000, 1_000_000), effort.of(50, 200), report);
    } catch (JobStoreException e) {
      throw new IOException(e);
    }
  }

  /** Each writer begins a job, ends it, and begins the next: two events. */
  private static void events(JobStore store, AtomicLong clock, Duration length, Report report)
      throws InterruptedException, JobStoreException {
    var settles = new ConcurrentLinkedQueue<Long>();
    long begun = System.nanoTime();
    long end = begun + length.toNanos();
    var count = new AtomicLong();
    run(
        WRITERS,
        _ -> {
          while (System.nanoTime() < end) {
            var job = open(clock.incrementAndGet());
            put(store, job);
            long before = System.nanoTime();
            put(store, ended(job));
            settles.add(System.nanoTime() - before);
            count.addAndGet(2);
          }
        });
    double seconds = (System.nanoTime() - begun) / 1e9;
    var sample = Sample.of(settles);
    report.atLeast(
        "events of jobs in a second, each durable, by " + WRITERS + " writers",
        2_000,
        "/s",
        count.get() / seconds,
        "%s events in %s s",
        (double) count.get(),
        seconds);
    report.atMost(
        "the end of a job until it is durable, p99",
        25,
        "ms",
        sample.at(0.99) / 1e6,
        "p50 %s ms",
        sample.median() / 1e6);
  }

  /** Lists the newest page, and one in the middle, of many jobs that have ended. */
  private static void pages(JobStore store, AtomicLong clock, int jobs, int looks, Report report)
      throws InterruptedException, JobStoreException {
    long share = jobs / (8L * WRITERS);
    run(
        8 * WRITERS,
        _ -> {
          for (int i = 0; i < share; i++) {
            put(store, ended(open(clock.incrementAndGet())));
          }
        });
    var newest = new ConcurrentLinkedQueue<Long>();
    var filtered = new ConcurrentLinkedQueue<Long>();
    for (int i = 0; i < looks; i++) {
      time(newest, store, null);
      time(filtered, store, "ada");
    }
    report.atMost(
        "a page of " + PAGE + " of " + clock.get() + " past jobs, p99",
        20,
        "ms",
        Sample.of(newest).at(0.99) / 1e6,
        "p50 %s ms; those of one of 100 principals p50 %s ms",
        Sample.of(newest).median() / 1e6,
        Sample.of(filtered).median() / 1e6);
  }

  private static void time(Collection<Long> into, JobStore store, @Nullable String principal)
      throws JobStoreException {
    long before = System.nanoTime();
    var first = store.page(JobStore.Wanted.of(principal), JobStore.NEWEST, PAGE);
    into.add(System.nanoTime() - before);
    before = System.nanoTime();
    var _ = store.page(JobStore.Wanted.of(principal), Math.max(1, first.next() / 2), PAGE);
    into.add(System.nanoTime() - before);
  }

  private static Job open(long number) {
    var now = Instant.now();
    return new Job(
        new CallId("bench", number * 0x9e3779b97f4a7c15L, number),
        "crawl",
        "docs",
        number % 100 == 0 ? "ada" : "p" + number % 100,
        null,
        now,
        Duration.ofMinutes(10),
        now.plus(Duration.ofDays(1)),
        new Job.State.Open(Job.Step.RUNNING, null, Duration.ZERO, null));
  }

  private static Job ended(Job job) {
    return job.in(
        new Job.State.Ended(
            Instant.now(),
            Job.Ending.COMPLETED,
            "",
            "",
            new Payload("result", RESULT),
            Duration.ofSeconds(1)));
  }

  private static void put(JobStore store, Job job) {
    try {
      store.put(job);
    } catch (JobStoreException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void run(int threads, LongConsumer work) throws InterruptedException {
    var done = new CountDownLatch(threads);
    var failure = new AtomicReference<@Nullable Throwable>();
    for (int i = 0; i < threads; i++) {
      int number = i;
      Thread.ofVirtual()
          .name("bench-jobs-" + i)
          .start(() -> {
            try {
              work.accept(number);
            } catch (RuntimeException e) {
              failure.set(e);
            } finally {
              done.countDown();
            }
          });
    }
    done.await();
    var failed = failure.get();
    if (failed != null) {
      throw new IllegalStateException(failed);
    }
  }
}
