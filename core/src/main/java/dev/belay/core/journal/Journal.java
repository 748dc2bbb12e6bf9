package dev.belay.core.journal;

import dev.belay.core.time.Time;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The append-only stream of events of calls and tools: bounded in number and in bytes, with any
 * number of readers, which cannot slow a call.
 *
 * <p>The newest {@code capacity} entries are kept, as far as they fit into {@link #BYTES}. A reader
 * that falls further behind gets the number of missed entries. Safe for use by many threads.
 */
public final class Journal {
  /** What a reader gets: a kept entry, or the number of those it was too slow for. */
  public sealed interface Reading {}

  /** A kept event, with its sequence number and time. */
  public sealed interface Kept extends Reading {
    /** {@return its sequence number in the stream} */
    long sequence();

    /** {@return when it happened} */
    Instant at();
  }

  /** An event of a call. */
  public record Entry(long sequence, Instant at, Subject subject, CallEvent event)
      implements Kept {}

  /** An event of a tool, independent of any call. */
  public record ToolEntry(long sequence, Instant at, ToolEvent event) implements Kept {}

  /** {@code missed} entries are lost to this reader. */
  public record Gap(long missed) implements Reading {}

  /**
   * The greatest size of all entries in bytes: events are short, and quotations from outside are
   * truncated.
   */
  public static final long BYTES = 8 << 20;

  private final Time time;

  /** A stored entry; its number is added on reading. */
  private sealed interface Item {
    record OfCall(Instant at, Subject subject, CallEvent event, long weight) implements Item {}

    record OfTool(Instant at, ToolEvent event, long weight) implements Item {}

    /** {@return the size, which is asked for twice and takes long to add up} */
    long weight();

    default Kept numbered(long sequence) {
      return switch (this) {
        case OfCall(var at, var subject, var event, _) -> new Entry(sequence, at, subject, event);
        case OfTool(var at, var event, _) -> new ToolEntry(sequence, at, event);
      };
    }
  }

  private final Ring<Item, Reading> ring;

  /** Creates a journal that keeps the newest {@code capacity} entries: at least one. */
  public Journal(Time time, int capacity) {
    this.time = time;
    ring =
        new Ring<>(
            capacity, BYTES, Item::weight, (sequence, item) -> item.numbered(sequence), Gap::new);
  }

  /** {@return the approximate size of its entries in bytes} */
  public long bytes() {
    return ring.bytes();
  }

  /** Appends an event of a call; never blocks on a reader. */
  public void publish(Subject subject, CallEvent event) {
    long weight = subject.weight() + event.weight();
    ring.append(new Item.OfCall(time.wall(), subject, event, weight));
  }

  /** Appends an event of a tool; never blocks on a reader. */
  public void publish(ToolEvent event) {
    ring.append(new Item.OfTool(time.wall(), event, event.weight()));
  }

  /** {@return a reader of all entries from now on} */
  public Reader reader() {
    return new Reader(ring.reader());
  }

  /** {@return a reader that begins with the oldest entry still kept} */
  public Reader readerFromOldest() {
    return new Reader(ring.readerFromOldest());
  }

  /**
   * {@return a reader that begins with the entry of that number; if it is gone, the reader first
   * gets the number of missed entries}
   */
  public Reader readerFrom(long sequence) {
    return new Reader(ring.readerFrom(sequence));
  }

  /** {@return the sequence number of the next entry} */
  public long next() {
    return ring.next();
  }

  /** The position of one reader in the stream. Not safe for use by several threads. */
  public static final class Reader {
    private final Ring<Item, Reading>.Reader place;

    private Reader(Ring<Item, Reading>.Reader place) {
      this.place = place;
    }

    /** {@return the next reading, waiting for it if necessary} */
    public Reading next() throws InterruptedException {
      // Never null: a journal lasts as long as the program.
      return Objects.requireNonNull(place.next());
    }

    /** {@return the next reading; null if there is none yet} */
    public @Nullable Reading poll() {
      return place.poll();
    }
  }
}
