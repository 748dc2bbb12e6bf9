package dev.belay.http.stream;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.core.share.Shares;
import dev.belay.core.time.Time;
import dev.belay.http.route.EventStreamResponse;
import dev.belay.http.route.Response;
import dev.belay.http.stream.ReplayBuffer.LoggedStream;
import dev.belay.mcp.envelope.RequestId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The streams of one session and their recent events, kept for a client that lost its connection
 * and resumes one of them (MCP 2025-11-25 §resumability).
 *
 * <p>Each message goes to one stream only.
 *
 * <p>Concurrency: {@code lock} guards all state, and is held while events are queued for writing,
 * so that they are sent in the order of their ids.
 */
final class EventLog {
  /** The number of the stream for messages that belong to no request. */
  static final long STANDALONE = 0;

  private final Time time;
  private final StreamBounds bounds;
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock") private final Map<Long, LoggedStream> streams = new HashMap<>();

  @GuardedBy("lock") private final ReplayBuffer kept;

  @GuardedBy("lock") private long opened;

  @GuardedBy("lock") private boolean closed;

  EventLog(Time time, StreamBounds bounds, Shares room, String owner) {
    this.time = time;
    this.bounds = bounds;
    this.kept = new ReplayBuffer(bounds, room, owner, streams);
  }

  /**
   * Adds a request's stream; a {@code primed} client gets an id to resume from at once. After the
   * end of the session the stream is ended, and receives nothing.
   */
  long open(EventStreamResponse live, boolean primed) {
    lock.lock();
    try {
      var stream = new LoggedStream(++opened);
      if (closed) {
        live.end();
        return stream.number;
      }
      streams.put(stream.number, stream);
      beginLocked(stream, live, primed);
      return stream.number;
    } finally {
      lock.unlock();
    }
  }

  /** Begins the standalone stream; false if a connection already reads it. */
  boolean listen(Response response, boolean primed) {
    lock.lock();
    try {
      var stream = streams.computeIfAbsent(STANDALONE, LoggedStream::new);
      if (stream.live != null || closed) {
        return false;
      }
      var live = response.stream(Wire.EVENTS);
      beginLocked(stream, live, primed);
      releaseLocked(stream);
      response.onGone(() -> detach(STANDALONE, live));
      return true;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Resumes a stream after an event; another connection that still reads it is ended.
   *
   * @return false if the session never assigned that id
   */
  boolean resume(EventId last, Response response) {
    lock.lock();
    try {
      var stream = streams.get(last.stream());
      if (closed
          || last.stream() > opened
          || (stream == null ? last.stream() == STANDALONE : last.sequence() > stream.sequence)) {
        return false;
      }
      if (stream == null || stream.hasNothingAfter(last.sequence())) {
        // 204 tells an EventSource not to reconnect.
        response.send(204, List.of(), Wire.EMPTY);
        return true;
      }
      if (stream.live != null) {
        stream.live.end();
      }
      var live = response.stream(Wire.EVENTS);
      stream.live = live;
      stream.replay(last.sequence());
      releaseLocked(stream);
      if (stream.isFinished) {
        endLocked(stream);
      } else {
        response.onGone(() -> detach(last.stream(), live));
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** Sends a message that belongs to no request; false if no client can receive it. */
  boolean tell(byte[] message) {
    return isWithinReach(STANDALONE) && append(STANDALONE, message);
  }

  /**
   * Sends and keeps a message.
   *
   * @return false if it cannot reach the client, now or on resumption
   */
  boolean append(long number, byte[] message) {
    return append(number, null, message);
  }

  /**
   * Sends and keeps a message.
   *
   * @param answered the request that it answers; if the answer cannot be kept, a resuming client
   *     gets an error in its place
   * @return false if it cannot reach the client, now or on resumption
   */
  boolean append(long number, @Nullable RequestId answered, byte[] message) {
    lock.lock();
    try {
      var stream = streams.get(number);
      if (stream == null || stream.isFinished) {
        return false;
      }
      releaseLocked(stream);
      addLocked(stream, answered, message);
      return isWithinReach(number);
    } finally {
      lock.unlock();
    }
  }

  /** Sends progress, replacing older progress of {@code author} that is still held. */
  void progress(long number, Object author, byte[] message) {
    lock.lock();
    try {
      var stream = streams.get(number);
      if (stream == null || stream.isFinished) {
        return;
      }
      if (stream.live == null || stream.live.unsent() > HeldProgress.LITTLE) {
        stream.held.hold(author, message);
      } else {
        releaseLocked(stream);
        addLocked(stream, null, message);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Sends held progress to a client that has caught up. */
  void release(long number) {
    lock.lock();
    try {
      var stream = streams.get(number);
      if (stream != null
          && stream.live != null
          && stream.live.unsent() <= HeldProgress.LITTLE
          && !stream.isFinished) {
        releaseLocked(stream);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Ends a stream; its kept events can still be fetched for a while. */
  void finish(long number) {
    lock.lock();
    try {
      var stream = streams.get(number);
      if (stream != null && !stream.isFinished) {
        stream.isFinished = true;
        endLocked(stream);
        if (stream.isEmpty()) {
          streams.remove(number);
        }
      }
    } finally {
      lock.unlock();
    }
  }

  /** Ends the connection but not the stream, so that the client resumes it. */
  void letGo(long number) {
    lock.lock();
    try {
      var stream = streams.get(number);
      if (stream != null && stream.live != null) {
        endLocked(stream);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Records that a connection is gone, unless another one has taken over its stream. */
  @SuppressWarnings("ReferenceEquality") // The identity of the connection counts.
  void detach(long number, EventStreamResponse gone) {
    lock.lock();
    try {
      var stream = streams.get(number);
      if (stream != null && stream.live == gone) {
        stream.live = null;
        stream.detachedAt = time.nanos();
      }
    } finally {
      lock.unlock();
    }
  }

  /** {@return whether the stream has a connection, or may still be resumed} */
  boolean isWithinReach(long number) {
    lock.lock();
    try {
      var stream = streams.get(number);
      return stream != null
          && (stream.live != null
              || time.nanos() - stream.detachedAt < bounds.resumeFor().toNanos());
    } finally {
      lock.unlock();
    }
  }

  /** {@return whether a connection is open on any stream} */
  boolean isRead() {
    lock.lock();
    try {
      return streams.values().stream().anyMatch(stream -> stream.live != null);
    } finally {
      lock.unlock();
    }
  }

  /** {@return the number of streams} */
  int size() {
    lock.lock();
    try {
      return streams.size();
    } finally {
      lock.unlock();
    }
  }

  /** Drops ended streams that were not resumed in time. */
  void forget(long now) {
    lock.lock();
    try {
      if (streams.values().removeIf(stream -> stream.isStale(now, bounds.resumeFor()))) {
        var remaining = streams.keySet();
        kept.dropIf(stream -> !remaining.contains(stream.number));
      }
    } finally {
      lock.unlock();
    }
  }

  /** Ends every connection. */
  void close() {
    lock.lock();
    try {
      closed = true;
      for (var stream : streams.values()) {
        stream.isFinished = true;
        endLocked(stream);
      }
      streams.clear();
      kept.clear();
    } finally {
      lock.unlock();
    }
  }

  @GuardedBy("lock") private void beginLocked(LoggedStream stream, EventStreamResponse live, boolean primed) {
    stream.live = live;
    if (primed) {
      live.send(stream.id(stream.sequence), null, Wire.EMPTY);
      live.retry(bounds.retry().toMillis());
    }
  }

  @GuardedBy("lock") private void addLocked(LoggedStream stream, @Nullable RequestId answered, byte[] message) {
    long sequence = ++stream.sequence;
    var error =
        answered == null
            ? null
            : new LoggedStream.Event(stream, sequence, Rejections.notKept(answered), null);
    var event = new LoggedStream.Event(stream, sequence, message, error);
    kept.add(event);
    if (stream.live != null && !stream.send(event)) {
      stream.live = null;
      stream.detachedAt = time.nanos();
    }
  }

  @GuardedBy("lock") private void releaseLocked(LoggedStream stream) {
    for (var message : stream.held.take()) {
      addLocked(stream, null, message);
    }
  }

  @GuardedBy("lock") private void endLocked(LoggedStream stream) {
    if (stream.live != null) {
      stream.live.end();
      stream.live = null;
    }
    stream.detachedAt = time.nanos();
  }

  /** The value of {@code Last-Event-ID}: a stream of the session, and its last received event. */
  record EventId(long stream, long sequence) {
    private static final int DIGITS = 18;

    /** {@return the id, or null if the text is not of the form of an event id} */
    static @Nullable EventId of(String text) {
      int dash = text.indexOf('-');
      if (dash < 0 || !isNumber(text, 0, dash) || !isNumber(text, dash + 1, text.length())) {
        return null;
      }
      return new EventId(
          Long.parseLong(text, 0, dash, 10), Long.parseLong(text, dash + 1, text.length(), 10));
    }

    private static boolean isNumber(String text, int from, int to) {
      if (to <= from || to - from > DIGITS) {
        return false;
      }
      for (int i = from; i < to; i++) {
        if (text.charAt(i) < '0' || text.charAt(i) > '9') {
          return false;
        }
      }
      return true;
    }
  }
}
