package dev.belay.http.stream;

import dev.belay.http.route.EventStream;
import java.time.Duration;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One stream of a session: what went over it and is still kept, and where it goes now.
 *
 * <p>Not thread-safe: {@link EventLog}'s lock guards it.
 */
final class LoggedStream {
  /**
   * One event, which knows its stream so that the oldest of a session can be dropped.
   *
   * @param error what is sent in place of an answer that is not kept, for no stream is to end
   *     without one; null for what is no answer
   */
  @SuppressWarnings("ArrayRecordComponent") // Events are kept and sent, never compared.
  record Event(LoggedStream stream, long sequence, byte[] data, @Nullable Event error) {
    Event withoutError() {
      return error == null ? this : new Event(stream, sequence, data, null);
    }
  }

  final long number;

  /** What is kept of it by its sequence: events, and errors in place of answers. */
  final TreeMap<Long, Event> events = new TreeMap<>();

  final HeldProgress held = new HeldProgress();
  @Nullable EventStream live;
  long sequence;
  long detachedAt;
  boolean isFinished;

  LoggedStream(long number) {
    this.number = number;
  }

  /** {@return the id of an event: unique in its session, and it names its stream} */
  String id(long sequence) {
    return number + "-" + sequence;
  }

  /** False if there is nobody to read it. */
  boolean send(Event event) {
    return live != null && live.send(id(event.sequence()), Wire.MESSAGE, event.data());
  }

  /** Sends what is kept and follows {@code after} to the present reader of the stream. */
  void replay(long after) {
    events.tailMap(after, /* inclusive= */ false).values().forEach(this::send);
  }

  /** {@return whether it is over, and nothing of it that follows is there to be sent} */
  boolean hasNothingAfter(long after) {
    return isFinished && events.higherKey(after) == null;
  }

  /** {@return whether no client can come back for any of it} */
  boolean isEmpty() {
    return events.isEmpty();
  }

  /** {@return whether the time is over in which somebody could have come back for the rest} */
  boolean isStale(long now, Duration limit) {
    return isFinished && now - detachedAt >= limit.toNanos();
  }
}
