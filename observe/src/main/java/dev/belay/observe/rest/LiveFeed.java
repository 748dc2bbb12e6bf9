package dev.belay.observe.rest;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.core.journal.Journal;
import dev.belay.core.time.Time;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * What is going on, as rows that a page shows: one thread looks at the topics four times a second
 * while anybody reads, and sends what differs from the look before.
 *
 * <p>So a row changes at most four times a second for its readers, however fast the calls are, and
 * without readers nothing is done. A reader begins with a snapshot in pieces, or with the changes
 * that it missed where those are still kept; one with too much unread data is dropped by its
 * connection. Concurrency: {@code lock} guards the readers, the rows and the kept changes; topics
 * are asked under it, and sending under it never blocks.
 */
final class LiveFeed implements AutoCloseable {
  /** The time between two looks. */
  static final Duration PAUSE = Duration.ofMillis(250);

  /** Readers are served in this many groups: all at once would hold up the calls. */
  private static final int TURNS = 10;

  /** Looks without a reader before the feed rests: one that lost its stream comes back. */
  private static final int PATIENCE = 40;

  /** Changes are kept for a minute, and as far as they take no more characters than this. */
  private static final int MOST_CHANGES = 240;

  private static final long MOST_KEPT = 8 << 20;

  /** Rows of one topic that one look sends; others are left to the next one, and come first. */
  private static final int MOST_ROWS = 1_000;

  /** Events of the journal that one look takes; others are left to the next one. */
  private static final int MOST_EVENTS = 4_096;

  /** Snapshots that a slow reader gets before it is given up. */
  private static final int TRIES = 3;

  private static final long RETRY_MS = 1_000;

  private final List<LiveTopic> topics;
  private final Journal journal;
  private final EventIds ids;
  private final String version;
  private final Time time;
  private final FeedClock clock;
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock") private final FeedReaders readers = new FeedReaders();

  /** Rows by key, by topic, as sent last. */
  @GuardedBy("lock") private Map<String, Map<String, LiveRow>> rows = new LinkedHashMap<>();

  @GuardedBy("lock") private final Deque<LiveChange> changes = new ArrayDeque<>();

  /** How many characters the kept changes take. */
  @GuardedBy("lock") private long kept;

  /** Where the next look at a topic begins: at the first row that the last one left out. */
  @GuardedBy("lock") private final Map<String, Integer> places = new HashMap<>();

  /** The number of the next change. */
  @GuardedBy("lock") private long next;

  @GuardedBy("lock") private Journal.@Nullable Reader events;

  @GuardedBy("lock") private @Nullable Thread thread;

  @GuardedBy("lock") private boolean closed;

  /**
   * Creates a feed that rests until somebody reads it.
   *
   * @param topics in the order in which they are sent
   * @param version of this program, for its pages
   */
  LiveFeed(
      List<LiveTopic> topics,
      Journal journal,
      EventIds ids,
      String version,
      FeedClock clock,
      Time time) {
    this.topics = List.copyOf(topics);
    this.journal = journal;
    this.ids = ids;
    this.version = version;
    this.clock = clock;
    this.time = time;
  }

  /**
   * Adds a reader, and sends it how things are.
   *
   * @param lastSeen the id of its last event; null for none
   * @return the reader, which may have left meanwhile; null if there are too many, or too many of
   *     its principal
   */
  @Nullable EventReader join(Sight sight, @Nullable String lastSeen, EventFeed.Opening opening)
      throws InterruptedException {
    var reader = admitted(sight, opening);
    if (reader == null) {
      return null;
    }
    // Without an id, before every change that ever was.
    long seen = ids.sequence(lastSeen).orElse(-2);
    for (int tries = 0; !isCaughtUp(reader, seen); tries++) {
      if (tries == TRIES || reader.isGone()) {
        reader.left();
        reader.stream().end();
        break;
      }
      seen = snapshot(reader);
    }
    return reader;
  }

  private @Nullable EventReader admitted(Sight sight, EventFeed.Opening opening) {
    lock.lock();
    try {
      if (closed || !readers.hasRoomFor(sight)) {
        return null;
      }
      if (thread == null) {
        events = journal.reader();
        // All there is: a snapshot has every row.
        var _ = lookLocked(Integer.MAX_VALUE);
        // A platform thread, like every long-lived reader: it serves all streams under any load.
        thread = Thread.ofPlatform().name("belay-live").daemon().start(this::run);
      }
      var reader = new EventReader(sight, opening.open());
      var _ = reader.stream().retry(RETRY_MS);
      readers.add(reader);
      return reader;
    } finally {
      lock.unlock();
    }
  }

  /** Sends what came after {@code seen}, and has the reader go on with the others if it can. */
  private boolean isCaughtUp(EventReader reader, long seen) {
    lock.lock();
    try {
      long oldest = changes.isEmpty() ? next : changes.getFirst().number();
      if (closed || seen < oldest - 1 || seen >= next) {
        return false;
      }
      for (var change : changes) {
        if (change.number() > seen) {
          reader.send(change.frame(reader.sight(), ids));
        }
      }
      reader.caughtUp();
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** Sends every row, and returns the number of the last change that they contain. */
  private long snapshot(EventReader reader) throws InterruptedException {
    Map<String, List<LiveRow>> seen = new LinkedHashMap<>();
    long last;
    lock.lock();
    try {
      last = next - 1;
      rows.forEach((topic, all) ->
          seen.put(
              topic,
              all.values().stream().filter(row -> reader.sight().sees(row.owner())).toList()));
    } finally {
      lock.unlock();
    }
    new LiveSnapshot(seen, version, clock, time).sendTo(reader, ids.of(last));
    return last;
  }

  private void run() {
    try {
      int idle = 0;
      while (idle < PATIENCE) {
        time.sleep(PAUSE.dividedBy(TURNS));
        var news = news();
        if (news == null) {
          return;
        }
        idle = news.isRead ? 0 : idle + 1;
        bring(news);
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } finally {
      rest();
    }
  }

  /** A change with its readers; later ones have had it already. */
  private record News(LiveChange change, List<EventReader> readers, boolean isRead) {}

  private @Nullable News news() {
    lock.lock();
    try {
      if (closed) {
        return null;
      }
      readers.prune();
      return new News(lookLocked(MOST_ROWS), readers.now(), !readers.isEmpty());
    } finally {
      lock.unlock();
    }
  }

  /** Sends the change to all readers within {@link #PAUSE}, less the time before the look. */
  private void bring(News news) throws InterruptedException {
    int each = Math.max(1, (news.readers.size() + TURNS - 2) / (TURNS - 1));
    for (int turn = 0; turn < TURNS - 1; turn++) {
      int from = Math.min(news.readers.size(), turn * each);
      for (var reader : news.readers.subList(from, Math.min(news.readers.size(), from + each))) {
        reader.send(frame(news.change, reader.sight()));
      }
      time.sleep(PAUSE.dividedBy(TURNS));
    }
    sent(news.change);
  }

  private void sent(LiveChange change) {
    lock.lock();
    try {
      change.sent();
    } finally {
      lock.unlock();
    }
  }

  private byte[] frame(LiveChange change, Sight sight) {
    lock.lock();
    try {
      return change.frame(sight, ids);
    } finally {
      lock.unlock();
    }
  }

  /** Forgets everything: the next reader begins anew. After a failure, readers come back. */
  private void rest() {
    lock.lock();
    try {
      readers.end();
      rows = new LinkedHashMap<>();
      places.clear();
      changes.clear();
      kept = 0;
      // A number is missing: who had all changes until now has not had what came in between.
      next++;
      events = null;
      thread = null;
    } finally {
      lock.unlock();
    }
  }

  /** Finds what differs from the look before: of each topic that many rows at most. */
  @GuardedBy("lock") private LiveChange lookLocked(int most) {
    var change = new LiveChange(next, clock.now());
    eventsLocked(change);
    for (var topic : topics) {
      lookAtLocked(topic, most, change);
    }
    if (!change.isEmpty()) {
      next++;
      changes.addLast(change);
      kept += change.size();
      while (changes.size() > MOST_CHANGES || kept > MOST_KEPT) {
        kept -= changes.removeFirst().size();
      }
    }
    return change;
  }

  @GuardedBy("lock") private void lookAtLocked(LiveTopic topic, int most, LiveChange change) {
    var shown = rows.computeIfAbsent(topic.name(), _ -> new LinkedHashMap<>());
    var now = topic.rows().get();
    var keys = new HashSet<String>();
    now.forEach(row -> keys.add(row.key()));
    for (var row : new ArrayList<>(shown.values())) {
      if (!keys.contains(row.key())) {
        change.gone(topic.name(), row);
        shown.remove(row.key());
      }
    }
    int from = places.getOrDefault(topic.name(), 0);
    int sent = 0;
    for (int i = 0; i < now.size(); i++) {
      int place = (from + i) % now.size();
      var row = now.get(place);
      var before = shown.get(row.key());
      var json = before == null ? row.json() : row.since(before);
      if (json != null) {
        if (sent++ == most) {
          places.put(topic.name(), place);
          return;
        }
        change.set(topic.name(), row, json);
        shown.put(row.key(), row);
      }
    }
    places.remove(topic.name());
  }

  @GuardedBy("lock") private void eventsLocked(LiveChange change) {
    var reader = events;
    for (int read = 0; reader != null && read < MOST_EVENTS; read++) {
      switch (reader.poll()) {
        case Journal.Entry entry -> change.add(entry);
        case Journal.ToolEntry _, Journal.Gap _ -> {}
        case null -> {
          return;
        }
      }
    }
  }

  /** {@return whether nobody has read it for a while, or ever} */
  boolean isResting() {
    lock.lock();
    try {
      return thread == null;
    } finally {
      lock.unlock();
    }
  }

  /** Ends every stream, and refuses new readers. */
  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      readers.end();
      if (thread != null) {
        thread.interrupt();
      }
    } finally {
      lock.unlock();
    }
  }
}
