package dev.belay.process.spawn;

import dev.belay.core.time.Time;
import dev.belay.process.tree.Birth;
import dev.belay.process.tree.Grace;
import dev.belay.process.tree.Ladder;
import dev.belay.process.tree.ProcessRow;
import dev.belay.process.tree.StopReport;
import dev.belay.process.tree.Tree;
import dev.belay.process.tree.TreeMember;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A child process, its pipes and its whole tree.
 *
 * <p>The pipes are read and written on platform threads only: a virtual thread blocked on one holds
 * its carrier. {@link #stop} is required even after the child has ended by itself, for the
 * processes it left behind.
 *
 * <p>Safe for use by many threads, except its streams.
 */
public final class Child {
  private static final Duration KILL_LIMIT = Duration.ofSeconds(2);
  private static final Grace LONGEST =
      new Grace(Duration.ofDays(1), Duration.ofDays(1), Duration.ofDays(1));

  private final Time time;
  private final String label;
  private final Process process;
  private final Tree tree;
  private final Ladder ladder;
  private final Errors errors;
  private final InputStream stdout;
  private final CompletableFuture<Exit> exited = new CompletableFuture<>();
  private final CompletableFuture<StopReport> stopped = new CompletableFuture<>();
  private final AtomicBoolean isStopping = new AtomicBoolean();
  private final AtomicReference<Grace> grace = new AtomicReference<>(LONGEST);
  private final Consumer<Child> onGone;

  Child(
      Time time, Launch launch, Process process, Tree tree, Ladder ladder, Consumer<Child> onGone) {
    this.time = time;
    this.label = launch.label();
    this.process = process;
    this.tree = tree;
    this.ladder = ladder;
    this.onGone = onGone;
    this.stdout =
        new PipeInput(process.getInputStream(), () -> !process.isAlive() || isStopping.get());
    this.errors = new Errors(process.getErrorStream(), launch.errors());
  }

  /**
   * Starts the threads that wait for its end and read its stderr.
   *
   * @throws OutOfMemoryError if the system gives no thread for reading
   */
  void attend(ThreadFactory readers, Runnable onExit) {
    Thread.ofVirtual().name("belay-exit-" + label).start(() -> awaitExit(onExit));
    var reader = readers.newThread(errors);
    reader.setName("belay-stderr-" + label);
    reader.start();
  }

  private void awaitExit(Runnable onExit) {
    try {
      int code = process.waitFor();
      onExit.run();
      // Its last lines are read as soon as the end is known.
      var _ = time.await(errors.ended(), Errors.DRAIN_LIMIT);
      exited.complete(new Exit(code));
    } catch (InterruptedException | RuntimeException | Error e) {
      exited.completeExceptionally(e);
    }
  }

  /** {@return its process id, which is also that of its session if it has one} */
  public long pid() {
    return process.pid();
  }

  /** {@return its stdin; buffered, so flush. For one platform thread at a time} */
  public OutputStream stdin() {
    return process.getOutputStream();
  }

  /** {@return its stdout, which ends with the child. For one platform thread at a time} */
  public InputStream stdout() {
    return stdout;
  }

  /** {@return the end of the process itself, regardless of its tree} */
  public CompletionStage<Exit> exited() {
    return exited.minimalCompletionStage();
  }

  /** {@return whether the process itself lives; {@link #exited} tells its end a little later} */
  public boolean isAlive() {
    return process.isAlive() && isAlive(tree.root());
  }

  /** {@return the last lines of its stderr: at most 20, each truncated at 400 bytes (P13)} */
  public List<String> lastErrorLines() {
    return errors.lastLines();
  }

  /** {@return the living processes of its tree, including itself (P9)} */
  public Set<TreeMember> members() {
    return tree.find();
  }

  /**
   * Stops the tree and blocks until it is gone or abandoned; an interrupt does not cut that short.
   *
   * <p>A second stop joins the first; the shorter grace of the two counts.
   */
  public StopReport stop(Grace atMost) {
    return stopping(atMost).join();
  }

  /** Begins a stop like {@link #stop}, without waiting for it. */
  CompletableFuture<StopReport> stopping(Grace atMost) {
    var _ = grace.accumulateAndGet(atMost, Grace::orShorter);
    if (isStopping.compareAndSet(false, true)) {
      finish(stopped, this::stopHere);
    }
    return stopped;
  }

  private StopReport stopHere() throws InterruptedException {
    var report = ladder.stop(tree, this::closeStdin, exited, grace::get);
    close(process.getInputStream());
    close(process.getErrorStream());
    if (report.abandoned().isEmpty()) {
      onGone.accept(this);
    }
    return report;
  }

  /** {@return the living processes of its tree, in the order of reading, without itself} */
  public List<Birth> births() {
    return tree().stream().filter(one -> one.member().pid() != pid()).toList();
  }

  /** {@return the living processes of its tree, in the order of reading, including itself} */
  public List<Birth> tree() {
    var table = ladder.table();
    long unit = table.unit().toNanos();
    var births = new ArrayList<Birth>();
    long now = time.nanos();
    long tick = table.now();
    var rows = tree.rows();
    var pids = rows.stream().map(ProcessRow::pid).collect(Collectors.toSet());
    var orphans =
        rows.stream()
            .filter(row -> isOrphan(row, pids))
            .map(ProcessRow::pid)
            .collect(Collectors.toSet());
    for (var row : rows) {
      long from = now - unit * (tick - row.start() + 1);
      var name = table.name(row.pid());
      // The parent of an orphan had ended before the orphan was read, and so is gone by now.
      boolean hasEnded = !orphans.isEmpty() && !table.isAlive(row.member());
      births.add(
          new Birth(
              row.member(),
              row.parent(),
              orphans.contains(row.pid()),
              name,
              from,
              from + 2 * unit,
              hasEnded));
    }
    return births;
  }

  private boolean isOrphan(ProcessRow row, Set<Long> pids) {
    return row.pid() != pid() && row.parent() != pid() && !pids.contains(row.parent());
  }

  /**
   * Kills the members of its tree that {@code choose} selects, until it selects none, and nothing
   * else (C33). Blocks like {@link #stop}.
   */
  public StopReport kill(Function<List<Birth>, Set<TreeMember>> choose) {
    var done = new CompletableFuture<StopReport>();
    finish(done, () -> ladder.kill(() -> choose.apply(births()), KILL_LIMIT));
    return done.join();
  }

  /** {@return whether this member of its tree is alive} */
  public boolean isAlive(TreeMember member) {
    return ladder.table().isAlive(member);
  }

  /** On a thread that is never interrupted: half a stop would leave frozen processes. */
  private void finish(CompletableFuture<StopReport> result, Callable<StopReport> work) {
    Runnable task =
        () -> {
          try {
            result.complete(work.call());
          } catch (Exception | Error e) {
            result.completeExceptionally(e);
          }
        };
    if (!onThread("belay-stop-", task)) {
      task.run();
    }
  }

  /** On a thread of its own: a writer may hold the stream, blocked on a pipe without a reader. */
  private void closeStdin() {
    var _ = onThread("belay-stdin-", () -> close(process.getOutputStream()));
  }

  /**
   * Returns false if the system has no thread left, for example while the tree forks without end.
   */
  private boolean onThread(String name, Runnable task) {
    try {
      Thread.ofPlatform().name(name + label).daemon().start(task);
      return true;
    } catch (OutOfMemoryError e) {
      return false;
    }
  }

  private static void close(Closeable stream) {
    try {
      stream.close();
    } catch (IOException e) {
      // The other end is gone.
    }
  }
}
