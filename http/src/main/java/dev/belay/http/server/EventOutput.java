package dev.belay.http.server;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.http.route.EventStreamResponse;
import dev.belay.http.route.Frames;
import dev.belay.http.route.Header;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A stream of events on one connection (S3-9, P20).
 *
 * <p>Concurrency: any thread sends; events queued while the event loop is busy go out in one write.
 * Under the lock only the request's {@link Claim} is called.
 */
final class EventOutput implements EventStreamResponse {
  private static final List<Header> OWN =
      List.of(
          new Header("Content-Type", "text/event-stream"),
          new Header("Cache-Control", "no-cache, no-transform"),
          new Header("X-Accel-Buffering", "no"));

  /** Charged per event in addition to its bytes, so that many small events are bounded as well. */
  private static final int OVERHEAD = 64;

  private static final byte[] COMMENT = Frames.comment();

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition room = lock.newCondition();
  private final Connection connection;
  private final HttpExchange exchange;
  private final long unreadBytes;
  private final Claim claim;

  @GuardedBy("lock") private List<byte[]> waiting = new ArrayList<>();

  @GuardedBy("lock") private long unsent;

  @GuardedBy("lock") private boolean isQueued;

  @GuardedBy("lock") private boolean isEnded;

  @GuardedBy("lock") private boolean isGone;

  EventOutput(Connection connection, HttpExchange exchange, long unreadBytes) {
    this.connection = connection;
    this.exchange = exchange;
    this.unreadBytes = unreadBytes;
    this.claim = exchange.claim();
  }

  /** {@return {@code given} and the headers of every event stream that it does not override} */
  static List<Header> headers(List<Header> given) {
    var all = new ArrayList<>(given);
    for (Header own : OWN) {
      if (given.stream().noneMatch(header -> header.name().equalsIgnoreCase(own.name()))) {
        all.add(own);
      }
    }
    return List.copyOf(all);
  }

  @Override
  public boolean send(@Nullable String id, @Nullable String event, byte[] data) {
    return put(Frames.event(id, event, data));
  }

  @Override
  public boolean send(byte[] frames) {
    return put(frames);
  }

  @Override
  public boolean retry(long millis) {
    return put(Frames.retry(millis));
  }

  /** Sends a comment as keep-alive, unless earlier events are still unread. */
  void comment() {
    if (unsent() == 0) {
      put(COMMENT);
    }
  }

  @Override
  public long unsent() {
    lock.lock();
    try {
      return unsent;
    } finally {
      lock.unlock();
    }
  }

  /** Waits until half of the bound is free, so that a following send finds room. */
  @Override
  public boolean awaitRoom() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (!isGone && !isEnded && unsent > unreadBytes / 2) {
        room.await();
      }
      return !isGone && !isEnded;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void end() {
    lock.lock();
    try {
      if (isEnded || isGone) {
        return;
      }
      isEnded = true;
      room.signalAll();
      if (isQueued) {
        return;
      }
      isQueued = true;
    } finally {
      lock.unlock();
    }
    connection.onLoop(() -> connection.flush(exchange, this));
  }

  /** Discards queued events; nothing is sent from now on. */
  void gone() {
    lock.lock();
    try {
      isGone = true;
      waiting = new ArrayList<>();
      room.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Events to write at once; {@code isLast} if the stream ends with them. */
  record Batch(List<byte[]> frames, boolean isLast) {
    int length() {
      return frames.stream().mapToInt(frame -> frame.length).sum();
    }

    long cost() {
      return length() + (long) OVERHEAD * frames.size();
    }
  }

  Batch take() {
    lock.lock();
    try {
      var batch = new Batch(waiting, isEnded);
      waiting = new ArrayList<>();
      isQueued = false;
      return batch;
    } finally {
      lock.unlock();
    }
  }

  /** Records that the network has taken the batch. */
  void written(Batch batch) {
    lock.lock();
    try {
      unsent -= batch.cost();
      room.signalAll();
    } finally {
      lock.unlock();
    }
    claim.give(batch.cost());
  }

  private boolean put(byte[] frame) {
    boolean isTooMuch;
    lock.lock();
    try {
      if (isEnded || isGone) {
        return false;
      }
      // The size of one event is the sender's concern; unread bytes are the client's.
      long cost = (long) frame.length + OVERHEAD;
      isTooMuch = unsent > unreadBytes || !claim.add(cost);
      if (isTooMuch) {
        isGone = true;
        waiting = new ArrayList<>();
        room.signalAll();
      } else {
        waiting.add(frame);
        unsent += cost;
        if (isQueued) {
          return true;
        }
        isQueued = true;
      }
    } finally {
      lock.unlock();
    }
    connection.onLoop(isTooMuch ? connection::drop : () -> connection.flush(exchange, this));
    return !isTooMuch;
  }
}
