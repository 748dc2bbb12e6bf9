package dev.belay.bench.stall;

import dev.belay.core.time.Time;
import dev.belay.testbed.process.LiveProcesses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * Runs commands, and stops random processes among their descendants for a while. Linux only.
 *
 * <p>Closing it ends the command that runs and waits until every stopped process is continued.
 */
final class Injector implements AutoCloseable {
  /** A run that takes longer is ended; a test by itself may take five minutes. */
  private static final Duration RUN_LIMIT = Duration.ofHours(1);

  private static final Duration LEAVE_LIMIT = Duration.ofSeconds(15);

  /**
   * Stops a process, and continues it after a time. Being a process of its own that ignores
   * signals, it does so also if this one is killed meanwhile.
   */
  private static final String STALL =
      "trap '' HUP INT TERM; kill -STOP $1 && sleep $2; kill -CONT $1";

  private static final Time TIME = Time.system();

  private final StallOptions options;
  private final Random random;
  private final Path log;
  private final List<Stall> stalls = new ArrayList<>();

  /**
   * Until when no process of this id is stopped again. Where there are few, each would otherwise
   * stand still most of the time, and a claim on much work would fall for want of a processor.
   */
  private final Map<Long, Long> resting = new HashMap<>();

  private final ConcurrentLinkedQueue<Process> stalling = new ConcurrentLinkedQueue<>();
  private volatile @Nullable Process command;

  /**
   * Begins a log; the first line has the seed.
   *
   * @param log the file that has a line for each stall
   */
  Injector(StallOptions options, long seed, Path log) throws IOException {
    this.options = options;
    this.random = new Random(seed);
    this.log = log;
    Files.writeString(log, "seed " + seed + "\n");
  }

  /** {@return what was stalled until now, the earliest first} */
  List<Stall> stalls() {
    return List.copyOf(stalls);
  }

  /** Runs the command to its end; returns its exit code, empty if it exceeded its limit. */
  Optional<Integer> run(ProcessBuilder builder) throws IOException, InterruptedException {
    var process = builder.start();
    command = process;
    try {
      long end = TIME.nanos() + RUN_LIMIT.toNanos();
      while (!process.waitFor(pause())) {
        if (TIME.nanos() > end) {
          return Optional.empty();
        }
        resting.values().removeIf(until -> until - TIME.nanos() < 0);
        var victim = ProcessTree.of(process.toHandle()).any(random, resting.keySet());
        if (victim.isPresent()) {
          stall(victim.get().pid());
        }
      }
      return Optional.of(process.exitValue());
    } finally {
      close();
    }
  }

  /** Returns a random time whose mean is the period: no test finds a rhythm to live with. */
  private Duration pause() {
    return between(options.every().dividedBy(2), options.every().multipliedBy(3).dividedBy(2));
  }

  private Duration between(Duration least, Duration most) {
    return Duration.ofMillis(random.nextLong(least.toMillis(), most.toMillis() + 1));
  }

  private void stall(long pid) throws IOException {
    var length = between(options.shortest(), options.longest());
    var seconds = String.format(Locale.ROOT, "%.3f", length.toMillis() / 1e3);
    var stall =
        new Stall(
            TIME.wall().truncatedTo(ChronoUnit.MILLIS),
            length,
            pid,
            LiveProcesses.commandLine(pid));
    resting.put(pid, TIME.nanos() + length.plus(options.longest()).toNanos());
    stalling.removeIf(process -> !process.isAlive());
    stalling.add(
        new ProcessBuilder("/bin/sh", "-c", STALL, "stall", Long.toString(pid), seconds)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start());
    stalls.add(stall);
    Files.writeString(log, stall.line() + "\n", StandardOpenOption.APPEND);
  }

  @Override
  public void close() {
    var process = command;
    if (process != null && process.isAlive()) {
      var tree = process.descendants().toList();
      process.destroy();
      await(process);
      process.destroyForcibly();
      tree.forEach(ProcessHandle::destroyForcibly);
    }
    stalling.forEach(this::await);
  }

  private void await(Process process) {
    boolean interrupted = Thread.interrupted();
    try {
      var _ = process.waitFor(LEAVE_LIMIT.plus(options.longest()));
    } catch (InterruptedException _) {
      interrupted = true;
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
