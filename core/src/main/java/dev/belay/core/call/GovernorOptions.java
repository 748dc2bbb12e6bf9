package dev.belay.core.call;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.core.journal.Journal;
import dev.belay.core.time.Simulation;
import dev.belay.core.time.Time;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.ReentrantLock;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The parts and settings of a {@link Governor}.
 *
 * @param threads makes the virtual thread of each call
 * @param random source of call ids: thread-safe and hard to guess
 * @param node the name of this process in call ids
 * @param grace how long stopped work may take to end before it counts as abandoned (C31), unless
 *     its request sets another
 * @param sweepEvery the greatest delay in firing a limit
 * @param workers the workers on which calls compute
 */
public record GovernorOptions(
    Time time,
    ThreadFactory threads,
    RandomGenerator random,
    String node,
    Journal journal,
    Ledger ledger,
    Duration grace,
    Duration sweepEvery,
    WorkerOptions workers) {
  /** Default number of events that the journal keeps. */
  private static final int JOURNAL_CAPACITY = 16_384;

  /** Small, since each seed makes a journal. */
  private static final int SIMULATED_CAPACITY = 1_024;

  /** Creates options whose calls also compute on {@code threads}, as a simulation needs. */
  public GovernorOptions(
      Time time,
      ThreadFactory threads,
      RandomGenerator random,
      String node,
      Journal journal,
      Ledger ledger,
      Duration grace,
      Duration sweepEvery) {
    this(
        time,
        threads,
        random,
        node,
        journal,
        ledger,
        grace,
        sweepEvery,
        WorkerOptions.within(threads));
  }

  /** {@return the options of a production program: 2 s of grace, sweeps of 10 ms} */
  public static GovernorOptions system() {
    return of(Time.system());
  }

  /** {@return the options of a production program whose limits go by {@code time}} */
  public static GovernorOptions of(Time time) {
    return new GovernorOptions(
        time,
        Thread.ofVirtual().factory(),
        new BulkRandom(),
        "local",
        new Journal(time, JOURNAL_CAPACITY),
        Ledger.NONE,
        Duration.ofSeconds(2),
        Duration.ofMillis(10),
        WorkerOptions.platform(WorkerOptions.usual()));
  }

  /** {@return the options of a simulated program for tests, whose call ids follow from the seed} */
  public static GovernorOptions simulated(Simulation simulation, long seed) {
    return new GovernorOptions(
        simulation,
        simulation.threads(),
        new Random(seed),
        "sim",
        new Journal(simulation, SIMULATED_CAPACITY),
        Ledger.NONE,
        Duration.ofSeconds(1),
        Duration.ofMillis(50));
  }

  /** {@return these options with another ledger} */
  public GovernorOptions withLedger(Ledger other) {
    return new GovernorOptions(
        time, threads, random, node, journal, other, grace, sweepEvery, workers);
  }

  /** {@return these options with another grace} */
  public GovernorOptions withGrace(Duration other) {
    return new GovernorOptions(
        time, threads, random, node, journal, ledger, other, sweepEvery, workers);
  }

  /** {@return these options with other workers} */
  public GovernorOptions withWorkers(WorkerOptions other) {
    return new GovernorOptions(
        time, threads, random, node, journal, ledger, grace, sweepEvery, other);
  }

  /**
   * Unguessable random bits, drawn in bulk: drawn singly they would cost more than the rest of
   * starting a call.
   *
   * <p>The source is created at first use: finding it takes milliseconds that startup cannot spare.
   *
   * <p>Concurrency: {@code lock} guards all fields.
   */
  private static final class BulkRandom implements RandomGenerator {
    private static final int DRAWN = 1024;

    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock") private final ByteBuffer bits = ByteBuffer.allocate(DRAWN).limit(0);

    @GuardedBy("lock") private @Nullable SecureRandom source;

    @Override
    public long nextLong() {
      lock.lock();
      try {
        if (!bits.hasRemaining()) {
          source = source == null ? new SecureRandom() : source;
          source.nextBytes(bits.array());
          bits.clear();
        }
        return bits.getLong();
      } finally {
        lock.unlock();
      }
    }
  }
}
