package dev.belay.http.stream;

import dev.belay.http.route.EventStream;
import dev.belay.mcp.envelope.RequestId;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
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

  /** The requests answered over it, by their answers' places: which may be kept no longer. */
  final Map<Long, RequestId> answered = new HashMap<>();

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

  /**
   * Sends what is kept and follows {@code after} to the present reader of the stream; errors in
   * place of answers that are not kept, for no stream ends without them.
   */
  void replay(long after) {
    var all = new TreeMap<Long, Event>();
    answered.forEach((place, id) -> {
      if (place > after) {
        all.put(place, new Event(this, place, Refusals.notKept(id)));
      }
    });
    for (var event : events) {
      if (event.sequence() > after) {
        all.put(event.sequence(), event);
      }
    }
    all.values().forEach(this::send);
  }

  /** {@return whether it is over, and nothing of it that follows is there to be sent} */
  boolean hasNothingAfter(long after) {
    var newest = events.peekLast();
    return isFinished
        && (newest == null || newest.sequence() <= after)
        && answered.keySet().stream().noneMatch(place -> place > after);
  }

  /** {@return whether no client can come back for any of it} */
  boolean isEmpty() {
    return events.isEmpty() && answered.isEmpty();
  }

  /** {@return whether the time is over in which somebody could have come back for the rest} */
  boolean isStale(long now, Duration limit) {
    return isFinished && now - detachedAt >= limit.toNanos();
  }
}
