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
 * Lines on their way to the file; bounded in number and in size.
 *
 * <p>Concurrency: {@code lock} guards all fields; nothing is written under it.
 */
final class AuditQueue {
  static final int MOST = 8_192;
  private static final long MOST_BYTES = 32 << 20;

  /** A line, and word of it once it is written: empty, or why it could not be. */
  record Line(String fields, CompletableFuture<String> written) {}

  /** What is to be written, after word of those that were dropped before. */
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

  /** Complete once there is room again. */
  @GuardedBy("lock") private CompletableFuture<Boolean> room = new CompletableFuture<>();

  /** Nothing was taken for all of somebody's patience: until something is, nobody waits. */
  @GuardedBy("lock") private boolean isHopeless;

  @GuardedBy("lock") private boolean closed;

  /**
   * Holds nothing yet.
   *
   * @param most how many lines may wait
   */
  AuditQueue(int most, Time time) {
    this.most = most;
    this.time = time;
  }

  /** False if there is no room, or it is closed. */
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
   * Adds a line as soon as there is room for it.
   *
   * @return false if there was none in all that time, or there will be none
   */
  boolean put(Line line, Duration patience) throws InterruptedException {
    var due = Deadline.after(time.nanos(), patience);
    for (boolean isFirst = true; ; isFirst = false) {
      // Before the offer: room that comes right after it completes this one.
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

  /** {@return what is complete once it is worth to offer again; null where nobody waits for it} */
  private @Nullable CompletableFuture<Boolean> room() {
    lock.lock();
    try {
      return isHopeless || closed ? null : room;
    } finally {
      lock.unlock();
    }
  }

  @SuppressWarnings("ReferenceEquality") // Whether it is still the same wait.
  private void giveUpHope(CompletableFuture<Boolean> awaited) {
    lock.lock();
    try {
      isHopeless |= room == awaited;
    } finally {
      lock.unlock();
    }
  }

  /** So many lines are given up. */
  void drop(long lines) {
    lock.lock();
    try {
      dropped += lines;
      arrived.signal();
    } finally {
      lock.unlock();
    }
  }

  /** {@return what waits, as soon as anything does; nothing once it is closed and empty} */
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
