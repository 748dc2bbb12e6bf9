package dev.belay.http.stream;

import dev.belay.core.share.Shares;
import dev.belay.http.stream.LoggedStream.Event;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.function.Predicate;

/**
 * What went over the streams of one session, oldest first, up to a number and a size; the newest is
 * kept whatever its size, if the room for what is kept has as much in the name of the session's
 * owner.
 *
 * <p>An answer that is dropped, or not kept at all, leaves an error in its place, for whose room
 * was taken when the answer came. Of these there are up to the same number; beyond it, and where
 * the room has none for the next, the oldest goes. A stream that is over is forgotten with the last
 * that is kept of it, so the streams are bounded as well.
 *
 * <p>Not thread-safe: {@link EventLog}'s lock guards it.
 */
final class KeptEvents {
  /** What an event costs beside its own bytes, with its stream, of which it may be the only one. */
  private static final long OVERHEAD = 384;

  private final StreamBounds bounds;
  private final Shares room;
  private final String owner;
  private final Map<Long, LoggedStream> streams;
  private final ArrayDeque<Event> events = new ArrayDeque<>();

  /** The errors in place of answers that are kept no longer. */
  private final ArrayDeque<Event> errors = new ArrayDeque<>();

  /** What the events cost, without the errors that may take their places. */
  private long bytes;

  /** What those errors cost, of answers that are kept and of such as are not. */
  private long errorBytes;

  /**
   * Keeps nothing yet.
   *
   * @param streams those of the session, by their numbers
   */
  KeptEvents(StreamBounds bounds, Shares room, String owner, Map<Long, LoggedStream> streams) {
    this.bounds = bounds;
    this.room = room;
    this.owner = owner;
    this.streams = streams;
  }

  /**
   * Keeps one, and drops the oldest of the session, here and in their streams, for its room; where
   * that makes no room, it drops none, and keeps the error in its place.
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

  /** Takes the room for an error, if need be that of the oldest. */
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

  /** Drops all that went over such streams, which are forgotten. */
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
}
