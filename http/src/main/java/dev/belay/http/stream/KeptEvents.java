package dev.belay.http.stream;

import dev.belay.http.stream.LoggedStream.Event;
import java.util.ArrayDeque;
import java.util.function.Predicate;

/**
 * What went over the streams of one session, oldest first, up to a number and a size; the newest is
 * always kept.
 *
 * <p>Not thread-safe: {@link EventLog}'s lock guards it.
 */
final class KeptEvents {
  /** What an event costs beside its own bytes. */
  private static final long OVERHEAD = 64;

  private final StreamBounds bounds;
  private final ArrayDeque<Event> events = new ArrayDeque<>();
  private long bytes;

  KeptEvents(StreamBounds bounds) {
    this.bounds = bounds;
  }

  /** Keeps one, and drops the oldest of the session, here and in their streams, for its room. */
  void add(Event event) {
    event.stream().events.add(event);
    events.add(event);
    bytes += cost(event);
    while (events.size() > 1
        && (events.size() > bounds.loggedEvents() || bytes > bounds.loggedBytes())) {
      var oldest = events.remove();
      bytes -= cost(oldest);
      oldest.stream().events.poll();
    }
  }

  /** Drops the oldest as long as they belong to such streams. */
  void dropWhile(Predicate<LoggedStream> isForgotten) {
    for (var oldest = events.peek();
        oldest != null && isForgotten.test(oldest.stream());
        oldest = events.peek()) {
      bytes -= cost(events.remove());
    }
  }

  void clear() {
    events.clear();
    bytes = 0;
  }

  private static long cost(Event event) {
    return OVERHEAD + event.data().length;
  }
}
