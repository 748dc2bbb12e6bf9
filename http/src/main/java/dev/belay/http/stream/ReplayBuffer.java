package dev.belay.http.stream;

import dev.belay.core.share.Shares;
import dev.belay.http.route.EventStreamResponse;
import dev.belay.http.stream.ReplayBuffer.LoggedStream.Event;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The recent events of one session's streams, oldest first, bounded in number and size. The newest
 * is kept whatever its size, if the owner's share of the budget has room for it.
 *
 * <p>An answer that is dropped, or never kept, leaves an error in its place, whose room was taken
 * when the answer came. The number of errors has the same bound; beyond it, or when the budget has
 * no room for the next, the oldest is dropped. A finished stream is forgotten with its last kept
 * event, so the streams are bounded as well.
 *
 * <p>Not thread-safe: {@link EventLog}'s lock guards it.
 */
final class ReplayBuffer {
  /**
   * Charged per event in addition to its bytes; includes its stream, which may have no other event.
   */
  private static final long OVERHEAD = 384;

  private final StreamBounds bounds;
  private final Shares room;
  private final String owner;
  private final Map<Long, LoggedStream> streams;
  private final ArrayDeque<Event> events = new ArrayDeque<>();

  /** The errors in place of answers that are no longer kept. */
  private final ArrayDeque<Event> errors = new ArrayDeque<>();

  /** The cost of the events, without the errors that may replace them. */
  private long bytes;

  /** The cost of those errors, for kept answers and others. */
  private long errorBytes;

  /**
   * Creates an empty buffer.
   *
   * @param streams the streams of the session, by their numbers
   */
  ReplayBuffer(StreamBounds bounds, Shares room, String owner, Map<Long, LoggedStream> streams) {
    this.bounds = bounds;
    this.room = room;
    this.owner = owner;
    this.streams = streams;
  }

  /**
   * Adds an event, dropping the oldest of the session, here and in their streams, to make room; if
   * even that is not enough, drops none, and keeps the error in its place.
   */
  void add(Event event) {
    var error = event.error();
    boolean hasError = error != null && takeForError(cost(error));
    var added = hasError ? event : event.withoutError();
    long cost = cost(added);
    int dropped = 0;
    long freed = 0;
    var oldest = events.iterator();
    while (!fits(cost, dropped, freed)) {
      if (!oldest.hasNext()) {
        keepError(added);
        return;
      }
      freed += cost(oldest.next());
      dropped++;
    }
    for (; dropped > 0; dropped--) {
      var gone = events.remove();
      gone.stream().events.remove(gone.sequence());
      keepError(gone);
    }
    added.stream().events.put(added.sequence(), added);
    events.add(added);
    bytes += cost - freed;
  }

  /** Takes the room for an event without the oldest ones, if there is enough. */
  private boolean fits(long cost, int dropped, long freed) {
    int others = events.size() - dropped;
    if (others > 0
        && (others >= bounds.loggedEvents() || bytes - freed + cost > bounds.loggedBytes())) {
      return false;
    }
    if (cost > freed) {
      return room.take(owner, cost - freed);
    }
    room.give(owner, freed - cost);
    return true;
  }

  /** Takes the room for an error, if necessary from the oldest ones. */
  private boolean takeForError(long cost) {
    while (!room.take(owner, cost)) {
      if (errors.isEmpty()) {
        return false;
      }
      dropOldestError();
    }
    errorBytes += cost;
    return true;
  }

  /** Puts the error in the place of an answer that is not kept; other events leave nothing. */
  private void keepError(Event gone) {
    var error = gone.error();
    if (error == null) {
      forgetIfOver(gone.stream());
      return;
    }
    error.stream().events.put(error.sequence(), error);
    errors.add(error);
    while (errors.size() > bounds.loggedEvents()) {
      dropOldestError();
    }
  }

  private void dropOldestError() {
    var oldest = errors.remove();
    errorBytes -= cost(oldest);
    room.give(owner, cost(oldest));
    oldest.stream().events.remove(oldest.sequence());
    forgetIfOver(oldest.stream());
  }

  private void forgetIfOver(LoggedStream stream) {
    if (stream.isFinished && stream.events.isEmpty()) {
      streams.remove(stream.number);
    }
  }

  /** Drops the events of forgotten streams. */
  void dropIf(Predicate<LoggedStream> isForgotten) {
    long before = bytes + errorBytes;
    events.removeIf(event -> {
      boolean isDropped = isForgotten.test(event.stream());
      var error = event.error();
      bytes -= isDropped ? cost(event) : 0;
      errorBytes -= isDropped && error != null ? cost(error) : 0;
      return isDropped;
    });
    errors.removeIf(error -> {
      boolean isDropped = isForgotten.test(error.stream());
      errorBytes -= isDropped ? cost(error) : 0;
      return isDropped;
    });
    room.give(owner, before - bytes - errorBytes);
  }

  void clear() {
    events.clear();
    errors.clear();
    room.give(owner, bytes + errorBytes);
    bytes = 0;
    errorBytes = 0;
  }

  private static long cost(Event event) {
    return OVERHEAD + event.data().length;
  }

  /**
   * One stream of a session: its kept events, and its current connection.
   *
   * <p>Not thread-safe: {@link EventLog}'s lock guards it.
   */
  static final class LoggedStream {
    /**
     * One event, with a reference to its stream so that the oldest of a session can be dropped.
     *
     * @param error sent in place of an answer that is not kept, since no stream may end without
     *     one; null if this is not an answer
     */
    @SuppressWarnings("ArrayRecordComponent") // Events are kept and sent, never compared.
    record Event(LoggedStream stream, long sequence, byte[] data, @Nullable Event error) {
      Event withoutError() {
        return error == null ? this : new Event(stream, sequence, data, null);
      }
    }

    final long number;

    /** Its kept events by sequence number, including errors in place of answers. */
    final TreeMap<Long, Event> events = new TreeMap<>();

    final HeldProgress held = new HeldProgress();
    @Nullable EventStreamResponse live;
    long sequence;
    long detachedAt;
    boolean isFinished;

    LoggedStream(long number) {
      this.number = number;
    }

    /** {@return the id of an event: unique in its session, and naming its stream} */
    String id(long sequence) {
      return number + "-" + sequence;
    }

    /** Returns false if no connection reads the stream. */
    boolean send(Event event) {
      return live != null && live.send(id(event.sequence()), Wire.MESSAGE, event.data());
    }

    /** Sends the kept events after {@code after} to the present reader of the stream. */
    void replay(long after) {
      events.tailMap(after, /* inclusive= */ false).values().forEach(this::send);
    }

    /** {@return whether the stream has finished, without any kept event after that} */
    boolean hasNothingAfter(long after) {
      return isFinished && events.higherKey(after) == null;
    }

    /** {@return whether there is nothing left to resume} */
    boolean isEmpty() {
      return events.isEmpty();
    }

    /** {@return whether the time for resuming the stream is over} */
    boolean isStale(long now, Duration limit) {
      return isFinished && now - detachedAt >= limit.toNanos();
    }
  }
}
