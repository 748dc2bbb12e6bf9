package dev.belay.store.sqlite;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.core.job.JobStoreException;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * All that is written, by one thread, in groups that are made durable together: one sync of the
 * disk takes as long for one as for many.
 *
 * <p>An operation that fails leaves the others of its group alone. The file is opened by the first
 * operation, and anew by the next one after an error, or once another file is in its place.
 *
 * <p>Concurrency: {@code lock} guards what waits; {@link #file} is written by the thread {@code
 * belay-store} alone, to which {@code damaged} and the operations in a group belong as well.
 */
final class Commits {
  private static final int LARGEST_GROUP = 256;

  /** The bytes of what waits, at most; one operation may have more. */
  private static final long MOST_BYTES = 64L << 20;

  private final JobFile.Place place;
  private final Nodes nodes;
  private final int mostWaiting;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  @GuardedBy("lock") private final Queue<Operation<?>> waiting = new ArrayDeque<>();

  @GuardedBy("lock") private long bytes;

  @GuardedBy("lock") private @Nullable Thread thread;

  @GuardedBy("lock") private boolean closed;

  private final CompletableFuture<Void> ended = new CompletableFuture<>();
  private volatile @Nullable JobFile file;
  private @Nullable Object damaged;

  Commits(JobFile.Place place, Nodes nodes, int mostWaiting) {
    this.place = place;
    this.nodes = nodes;
    this.mostWaiting = mostWaiting;
  }

  /** What an operation does within a transaction. It may have to be done twice. */
  interface Work<T extends @Nullable Object> {
    T in(JobFile file) throws SQLException, JobStoreException;
  }

  /** Something to write, its caller waiting for it. */
  private static final class Operation<T extends @Nullable Object> {
    private final Work<T> work;
    private final long bytes;
    private final CompletableFuture<T> end = new CompletableFuture<>();
    private @Nullable Runnable result;

    Operation(Work<T> work, long bytes) {
      this.work = work;
      this.bytes = bytes;
    }

    /**
     * Does it, or undoes it.
     *
     * @throws SQLException where it cannot be undone by itself
     */
    void run(JobFile in) throws SQLException {
      var rows = in.writer();
      rows.run("SAVEPOINT operation");
      try {
        var done = work.in(in);
        result = () -> end.complete(done);
      } catch (SQLException e) {
        if (!Trouble.isPassing(e) || !isUndone(rows)) {
          throw e;
        }
        result = () -> fail(Trouble.told(in.path(), e));
      } catch (JobStoreException | RuntimeException e) {
        rows.run("ROLLBACK TO operation");
        result = () -> fail(e);
      }
      rows.run("RELEASE operation");
    }

    /** Some errors undo the whole transaction by themselves. */
    private static boolean isUndone(JobRows rows) {
      try {
        rows.run("ROLLBACK TO operation");
        return true;
      } catch (SQLException _) {
        return false;
      }
    }

    void finish() {
      if (result != null) {
        result.run();
      }
    }

    void fail(Throwable why) {
      end.completeExceptionally(why);
    }
  }

  /** {@return the file, if it is open and in its place} */
  @Nullable JobFile current() {
    var open = file;
    return open != null && open.isInPlace() ? open : null;
  }

  /**
   * Has something done, and waits until it is durable.
   *
   * @param size about how many bytes it holds meanwhile
   */
  <T extends @Nullable Object> T submit(long size, Work<T> work) throws JobStoreException {
    var operation = new Operation<T>(work, size);
    enqueue(operation);
    try {
      return operation.end.join();
    } catch (CompletionException e) {
      var why = e.getCause();
      var message = why instanceof JobStoreException ? why.getMessage() : null;
      throw new JobStoreException(
          message == null ? place.file() + " failed: " + why : message, why == null ? e : why);
    }
  }

  private void enqueue(Operation<?> operation) throws JobStoreException {
    lock.lock();
    try {
      if (closed) {
        throw new JobStoreException(place.file() + " is closed, since Belay ends.");
      }
      if (waiting.size() >= mostWaiting
          || (!waiting.isEmpty() && bytes + operation.bytes > MOST_BYTES)) {
        throw new JobStoreException(
            "Too many jobs wait for " + place.file() + ". Try again, or look at its disk.");
      }
      waiting.add(operation);
      bytes += operation.bytes;
      if (thread == null) {
        thread = Thread.ofPlatform().daemon().name("belay-store").start(this::run);
      }
      changed.signal();
    } finally {
      lock.unlock();
    }
  }

  /** {@return the next group; an empty one once all is closed and done} */
  private List<Operation<?>> take() {
    lock.lock();
    try {
      while (waiting.isEmpty() && !closed) {
        changed.awaitUninterruptibly();
      }
      var group = new ArrayList<Operation<?>>();
      while (group.size() < LARGEST_GROUP && !waiting.isEmpty()) {
        var next = waiting.remove();
        bytes -= next.bytes;
        group.add(next);
      }
      return group;
    } finally {
      lock.unlock();
    }
  }

  private void run() {
    try {
      for (var group = take(); !group.isEmpty(); group = take()) {
        try {
          commit(group, /* again= */ true);
        } catch (RuntimeException | Error e) {
          drop();
          group.forEach(operation -> operation.fail(e));
        }
      }
    } finally {
      drop();
      nodes.leave();
      ended.complete(null);
    }
  }

  /** Commits a group; one that fails is tried once more, each operation by itself. */
  private void commit(List<Operation<?>> group, boolean again) {
    try {
      var open = opened();
      var rows = open.writer();
      rows.run("BEGIN IMMEDIATE");
      for (var operation : group) {
        operation.run(open);
      }
      rows.run("COMMIT");
    } catch (JobStoreException e) {
      group.forEach(operation -> operation.fail(e));
      return;
    } catch (SQLException e) {
      rollBack(e);
      if (again && !Trouble.isLock(e)) {
        group.forEach(operation -> commit(List.of(operation), /* again= */ false));
      } else {
        group.forEach(operation -> operation.fail(Trouble.told(place.file(), e)));
      }
      return;
    }
    group.forEach(Operation::finish);
  }

  private JobFile opened() throws JobStoreException {
    var known = current();
    if (known != null) {
      return known;
    }
    drop();
    var open = JobFile.open(place, nodes, damaged);
    file = open;
    return open;
  }

  private void rollBack(SQLException why) {
    var open = file;
    if (open == null) {
      return;
    }
    if (Trouble.isDamage(why)) {
      damaged = open.key();
    }
    try {
      open.writer().run("ROLLBACK");
    } catch (SQLException _) {
      // Some errors roll back by themselves.
    }
    if (!Trouble.isPassing(why)) {
      drop();
    }
  }

  private void drop() {
    var open = file;
    if (open != null) {
      file = null;
      open.close();
    }
  }

  /** Has a new file begun in place of one that was found damaged while it was read. */
  void replace(JobFile found, SQLException damage) throws JobStoreException {
    submit(
        0,
        open -> {
          if (open == found) {
            throw damage;
          }
          return open;
        });
  }

  /** Does what waits, and closes the file. */
  void close() {
    lock.lock();
    try {
      closed = true;
      changed.signal();
      if (thread == null) {
        return;
      }
    } finally {
      lock.unlock();
    }
    ended.join();
  }
}
