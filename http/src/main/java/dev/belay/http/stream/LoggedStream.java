package dev.belay.http.stream;

import dev.belay.http.route.EventStream;
import java.time.Duration;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * One stream of a session: what went over it and is still kept, and where it goes now.
 *
 * <p>Not thread-safe: {@link EventLog}'s lock guards it.
 */
final class LoggedStream {
  /** One event, which knows its stream so that the oldest of a session can be dropped. */
  @SuppressWarnings("ArrayRecordComponent") // Events are kept and sent, never compared.
  record Event(LoggedStream stream, long sequence, byte[] data) {}

  final long number;
  final ArrayDeque<Event> events = new ArrayDeque<>();
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

  /** Sends what is kept and follows {@code after} to whoever reads the stream now. */
  void replay(long after) {
    for (var event : events) {
      if (event.sequence() > after) {
        send(event);
      }
    }
  }

  boolean hasNothingAfter(long after) {
    return isFinished && after >= sequence;
  }

  /** {@return whether the time is over in which somebody could have come back for the rest} */
  boolean isStale(long now, Duration limit) {
    return isFinished && now - detachedAt >= limit.toNanos();
  }
}
