package dev.belay.http.stream;

import dev.belay.core.share.Shares;
import dev.belay.http.stream.LoggedStream.Event;
import java.util.ArrayDeque;
import java.util.function.Predicate;

/**
 * What went over the streams of one session, oldest first, up to a number and a size; the newest is
 * kept whatever its size, if the room for what is kept has as much in the name of the session's
 * owner.
 *
 * <p>Not thread-safe: {@link EventLog}'s lock guards it.
 */
final class KeptEvents {
  /** What an event costs beside its own bytes. */
  private static final long OVERHEAD = 64;

  private final StreamBounds bounds;
  private final Shares room;
  private final String owner;
  private final ArrayDeque<Event> events = new ArrayDeque<>();
  private long bytes;

  KeptEvents(StreamBounds bounds, Shares room, String owner) {
    this.bounds = bounds;
    this.room = room;
    this.owner = owner;
  }

  /**
   * Keeps one, and drops the oldest of the session, here and in their streams, for its room; where
   * that makes no room, it drops none, and does not keep it.
   */
  void add(Event event) {
    long cost = cost(event);
    int dropped = 0;
    long freed = 0;
    var oldest = events.iterator();
    while (!fits(cost, dropped, freed)) {
      if (!oldest.hasNext()) {
        return;
      }
      freed += cost(oldest.next());
      dropped++;
    }
    for (; dropped > 0; dropped--) {
      events.remove().stream().events.poll();
    }
    event.stream().events.add(event);
    events.add(event);
    bytes += cost - freed;
  }

  /** Takes the room for one without the oldest, if there is so much. */
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

  /** Drops all that went over such streams, which are forgotten. */
  void dropIf(Predicate<LoggedStream> isForgotten) {
    long before = bytes;
    events.removeIf(event -> {
      boolean isDropped = isForgotten.test(event.stream());
      bytes -= isDropped ? cost(event) : 0;
      return isDropped;
    });
    room.give(owner, before - bytes);
  }

  void clear() {
    events.clear();
    room.give(owner, bytes);
    bytes = 0;
  }

  private static long cost(Event event) {
    return OVERHEAD + event.data().length;
  }
}
