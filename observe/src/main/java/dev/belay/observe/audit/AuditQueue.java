package dev.belay.observe.audit;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.core.journal.Weights;
import dev.belay.core.time.Deadline;
import dev.belay.core.time.Time;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Queue of lines for the file, bounded in number and in size.
 *
 * <p>Concurrency: {@code lock} guards all fields, and is not held while lines are written.
 */
final class AuditQueue {
  static final int MOST = 8_192;
  private static final long MOST_BYTES = 32 << 20;

  /** A line with its completion once it is written: empty, or the reason of a failure. */
  record Line(String fields, CompletableFuture<String> written) {}

  /** Lines to be written, preceded by the number of lines dropped before them. */
  record Batch(long dropped, List<Line> lines) {
    boolean isEmpty() {
      return dropped == 0 && lines.isEmpty();
    }
  }

  private final int most;
  private final Time time;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition arrived = lock.newCondition();

  @GuardedBy("lock") private List<Line> waiting = new ArrayList<>();

  @GuardedBy("lock") private long bytes;

  @GuardedBy("lock") private long dropped;

  /** Completed once there is room again. */
  @GuardedBy("lock") private CompletableFuture<Boolean> room = new CompletableFuture<>();

  /** A wait ended without room: until there is some, callers no longer wait. */
  @GuardedBy("lock") private boolean isHopeless;

  @GuardedBy("lock") private boolean closed;

  /**
   * Creates an empty queue.
   *
   * @param most the most waiting lines
   */
  AuditQueue(int most, Time time) {
    this.most = most;
    this.time = time;
  }

  /** Returns false if there is no room, or the queue is closed. */
  boolean offer(Line line) {
    lock.lock();
    try {
      if (closed || waiting.size() >= most || bytes >= MOST_BYTES) {
        return false;
      }
      waiting.add(line);
      bytes += Weights.of(line.fields());
      arrived.signal();
      return true;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Adds a line as soon as there is room.
   *
   * @return false if there was no room in time, or the queue is closed
   */
  boolean put(Line line, Duration patience) throws InterruptedException {
    var due = Deadline.after(time.nanos(), patience);
    for (boolean isFirst = true; ; isFirst = false) {
      // Before the offer: room that appears right after it completes this future.
      var room = room();
      if (offer(line)) {
        return true;
      }
      var left = due.left(time.nanos());
      if (room == null || !left.isPositive()) {
        return false;
      }
      if (!time.await(room, left) && isFirst) {
        giveUpHope(room);
      }
    }
  }

  /** {@return a future completed once another offer may succeed; null if waiting is pointless} */
  private @Nullable CompletableFuture<Boolean> room() {
    lock.lock();
    try {
      return isHopeless || closed ? null : room;
    } finally {
      lock.unlock();
    }
  }

  @SuppressWarnings("ReferenceEquality") // Tests for the same wait.
  private void giveUpHope(CompletableFuture<Boolean> awaited) {
    lock.lock();
    try {
      isHopeless |= room == awaited;
    } finally {
      lock.unlock();
    }
  }

  /** Counts lines as dropped. */
  void drop(long lines) {
    lock.lock();
    try {
      dropped += lines;
      arrived.signal();
    } finally {
      lock.unlock();
    }
  }

  /**
   * {@return the waiting lines, as soon as there are any; an empty batch once the queue is closed
   * and empty}
   */
  Batch take() throws InterruptedException {
    CompletableFuture<Boolean> free;
    Batch batch;
    lock.lock();
    try {
      while (waiting.isEmpty() && dropped == 0 && !closed) {
        arrived.await();
      }
      batch = new Batch(dropped, waiting);
      waiting = new ArrayList<>();
      bytes = 0;
      dropped = 0;
      isHopeless = false;
      free = room;
      room = new CompletableFuture<>();
    } finally {
      lock.unlock();
    }
    free.complete(true);
    return batch;
  }

  void close() {
    lock.lock();
    try {
      closed = true;
      arrived.signal();
    } finally {
      lock.unlock();
    }
  }

  boolean isClosed() {
    lock.lock();
    try {
      return closed;
    } finally {
      lock.unlock();
    }
  }
}
