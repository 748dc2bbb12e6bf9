package dev.belay.observe.rest;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.core.journal.Journal;
import dev.belay.core.time.Time;
import dev.belay.http.route.EventStreamResponse;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The journal as streams of events: one thread reads it for all of them, and encodes each event
 * once, so that a hundred readers cost the calls next to nothing.
 *
 * <p>A reader with too much unread data is dropped by its connection, never waited for; it
 * reconnects with the id of its last event. Concurrency: {@code lock} guards the readers and their
 * common position; events that a new reader has missed are queued under it, which never blocks.
 */
final class EventFeed implements AutoCloseable {
  /** Events within this time are sent together. */
  private static final Duration PAUSE = Duration.ofMillis(20);

  /** Readers are served in this many groups: all at once would hold up the calls. */
  private static final int TURNS = 10;

  /** How long a client that lost its stream is asked to wait. */
  private static final long RETRY_MS = 1_000;

  private final Journal journal;
  private final EventIds ids;
  private final Time time;
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock") private final FeedReaders readers = new FeedReaders();

  /** All readers have received everything before this. */
  @GuardedBy("lock") private long position;

  @GuardedBy("lock") private @Nullable Thread thread;

  @GuardedBy("lock") private boolean closed;

  EventFeed(Journal journal, EventIds ids, Time time) {
    this.journal = journal;
    this.ids = ids;
    this.time = time;
  }

  /** Opens a stream; throws if it cannot be opened. */
  @FunctionalInterface
  interface Opening {
    EventStreamResponse open();
  }

  /**
   * Adds a reader, and sends the events that it has missed first.
   *
   * @param lastSeen the id of its last event; null to begin with the next event
   * @return the reader; null if there are too many, or too many of its principal
   */
  @Nullable EventReader join(Sight sight, @Nullable String lastSeen, Opening opening) {
    lock.lock();
    try {
      if (closed || !readers.hasRoomFor(sight)) {
        return null;
      }
      if (thread == null) {
        position = journal.next();
        thread = start();
      }
      var reader = new EventReader(sight, opening.open());
      var _ = reader.stream().retry(RETRY_MS);
      catchUp(reader, lastSeen);
      reader.caughtUp();
      readers.add(reader);
      return reader;
    } finally {
      lock.unlock();
    }
  }

  private Thread start() {
    // A platform thread, like every long-lived reader: it serves all streams under any load.
    return Thread.ofPlatform().name("belay-events").daemon().start(this::run);
  }

  @GuardedBy("lock") private void catchUp(EventReader reader, @Nullable String lastSeen) {
    if (lastSeen == null) {
      return;
    }
    OptionalLong last = ids.sequence(lastSeen);
    // An id of another run has no place in this journal: everything that it has is new.
    var missed =
        last.isPresent() ? journal.readerFrom(last.getAsLong() + 1) : journal.readerFrom(0);
    var batch = new EventBatch(ids);
    if (last.isEmpty()) {
      batch.restarted();
    }
    for (var reading = missed.poll(); reading != null; reading = missed.poll()) {
      if (reading instanceof Journal.Kept kept && kept.sequence() >= position) {
        break;
      }
      batch.add(reading);
      if (batch.isFull()) {
        batch.sendTo(reader);
        batch = new EventBatch(ids);
      }
    }
    batch.sendTo(reader);
  }

  private void run() {
    try {
      var journalReader = beginning();
      while (true) {
        var first = journalReader.next();
        var news = news(first, journalReader);
        if (news == null) {
          return;
        }
        bring(news);
      }
    } catch (InterruptedException _) {
      // Closed: there are no further events.
      Thread.currentThread().interrupt();
    } catch (RuntimeException | Error e) {
      giveUp();
      throw e;
    }
  }

  /** Ends all streams: a client that reconnects gets a new thread, and misses nothing. */
  private void giveUp() {
    lock.lock();
    try {
      readers.end();
      thread = null;
    } finally {
      lock.unlock();
    }
  }

  private Journal.Reader beginning() {
    lock.lock();
    try {
      return journal.readerFrom(position);
    } finally {
      lock.unlock();
    }
  }

  /** Events with the readers that receive them; later readers have received them already. */
  private record News(EventBatch batch, List<EventReader> readers) {}

  /** Returns null without readers: the thread ends, and the next reader starts another. */
  private @Nullable News news(Journal.Reading first, Journal.Reader more) {
    lock.lock();
    try {
      readers.prune();
      if (readers.isEmpty()) {
        thread = null;
        return null;
      }
      var batch = new EventBatch(ids);
      Journal.@Nullable Reading reading = first;
      while (reading != null) {
        batch.add(reading);
        position = reading instanceof Journal.Kept kept ? kept.sequence() + 1 : position;
        // The rest follows at once: otherwise fast calls could keep this loop going for ever.
        reading = batch.isFull() ? null : more.poll();
      }
      return new News(batch, readers.now());
    } finally {
      lock.unlock();
    }
  }

  /** Sends the events to all readers within {@link #PAUSE}. */
  private void bring(News news) throws InterruptedException {
    int count = news.readers.size();
    int each = (count + TURNS - 1) / TURNS;
    int turns = (count + each - 1) / each;
    for (int from = 0; from < count; from += each) {
      news.batch.sendTo(news.readers.subList(from, Math.min(count, from + each)));
      time.sleep(PAUSE.dividedBy(turns));
    }
  }

  /** Returns the number of readers. */
  int readers() {
    lock.lock();
    try {
      readers.prune();
      return readers.size();
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
        thread = null;
      }
    } finally {
      lock.unlock();
    }
  }
}
