package dev.belay.mcp.stdio;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.mcp.intake.Intake;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Messages waiting to be written, in order: answers always, requests while there is room, progress
 * last.
 *
 * <p>Progress may take half of the room and gives it up when a request needs it. Answers are never
 * refused; the reader of the requests that they answer checks {@link #fill} first. All queues of
 * the program share the memory of {@link Intake}: one to a peer that does not read leaves room for
 * others (C38).
 *
 * <p>Concurrency: any thread puts, one thread takes. No callback runs under the lock.
 */
final class Outbox {
  /** The memory of a message beyond its own bytes. */
  private static final int OVERHEAD = 64;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final int room;
  private final long bytesRoom;

  @GuardedBy("lock") private final Intake.Part part;

  @GuardedBy("lock") private final ArrayDeque<Entry> queue = new ArrayDeque<>();

  @GuardedBy("lock") private final Map<Object, Entry> progress = new HashMap<>();

  @GuardedBy("lock") private int requests;

  @GuardedBy("lock") private long bytes;

  @GuardedBy("lock") private boolean closed;

  Outbox(StdioBounds bounds, Intake intake) {
    part = intake.part();
    this.room = bounds.queuedMessages();
    this.bytesRoom = bounds.queuedBytes();
  }

  /** Adds an answer; false only when closed. */
  boolean answer(byte[] message) {
    lock.lock();
    try {
      return !closed && addLocked(new Entry(Traffic.ANSWER, null, message));
    } finally {
      lock.unlock();
    }
  }

  /** Adds a request or a notification; false if there is no room, even without progress. */
  boolean request(byte[] message) {
    lock.lock();
    try {
      if (!closed && !fitsLocked(message.length, room, bytesRoom) && !progress.isEmpty()) {
        dropProgressLocked();
      }
      if (closed
          || !fitsLocked(message.length, room, bytesRoom)
          || !part.resize(bytes + OVERHEAD + message.length)) {
        return false;
      }
      requests++;
      return addLocked(new Entry(Traffic.REQUEST, null, message));
    } finally {
      lock.unlock();
    }
  }

  /** Adds the progress of one call, replacing older progress that still waits; false if dropped. */
  boolean progress(Object call, byte[] message) {
    lock.lock();
    try {
      Entry older = progress.get(call);
      if (closed || (older == null && !fitsLocked(message.length, room / 2, bytesRoom / 2))) {
        return false;
      }
      if (older != null) {
        countLocked(message.length - older.message.length);
        older.message = message;
        return true;
      }
      var entry = new Entry(Traffic.PROGRESS, call, message);
      progress.put(call, entry);
      return addLocked(entry);
    } finally {
      lock.unlock();
    }
  }

  /**
   * {@return the waiting bytes as a multiple of the room; more than one only because of answers}
   */
  long fill() {
    lock.lock();
    try {
      return bytes / bytesRoom;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits for messages and moves some into {@code batch}, at least one and up to {@code enough}
   * bytes.
   *
   * @return false when closed and empty
   */
  boolean take(List<byte[]> batch, int enough) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (queue.isEmpty()) {
        if (closed) {
          return false;
        }
        changed.await();
      }
      int taken = 0;
      while (taken < enough && !queue.isEmpty()) {
        Entry entry = queue.remove();
        forgetLocked(entry);
        batch.add(entry.message);
        taken += entry.message.length + 1;
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** Refuses further messages; waiting ones can still be taken. */
  void close() {
    lock.lock();
    try {
      closed = true;
      changed.signal();
    } finally {
      lock.unlock();
    }
  }

  /** Refuses further messages; returns the waiting ones, which stay unwritten. */
  List<byte[]> abandon() {
    lock.lock();
    try {
      var unwritten = queue.stream().map(entry -> entry.message).toList();
      closed = true;
      queue.clear();
      progress.clear();
      requests = 0;
      countLocked(-bytes);
      changed.signal();
      return unwritten;
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

  @GuardedBy("lock") private boolean fitsLocked(int length, int messages, long size) {
    // A message larger than the whole room still fits when it is alone.
    return requests + progress.size() < messages && (bytes == 0 || bytes + length <= size);
  }

  @GuardedBy("lock") private boolean addLocked(Entry entry) {
    queue.add(entry);
    countLocked(OVERHEAD + entry.message.length);
    changed.signal();
    return true;
  }

  @GuardedBy("lock") private void countLocked(long more) {
    bytes += more;
    // Answers are never refused, so they may exceed the room.
    var _ = part.resize(bytes);
  }

  @GuardedBy("lock") private void forgetLocked(Entry entry) {
    countLocked(-OVERHEAD - entry.message.length);
    switch (entry.traffic) {
      case ANSWER -> {}
      case REQUEST -> requests--;
      case PROGRESS -> progress.remove(entry.call);
    }
  }

  @GuardedBy("lock") private void dropProgressLocked() {
    for (Entry entry : new ArrayList<>(progress.values())) {
      forgetLocked(entry);
    }
    queue.removeIf(entry -> entry.traffic == Traffic.PROGRESS);
  }

  private enum Traffic {
    ANSWER,
    REQUEST,
    PROGRESS
  }

  private static final class Entry {
    private final Traffic traffic;
    private final @Nullable Object call;
    private byte[] message;

    Entry(Traffic traffic, @Nullable Object call, byte[] message) {
      this.traffic = traffic;
      this.call = call;
      this.message = message;
    }
  }
}
