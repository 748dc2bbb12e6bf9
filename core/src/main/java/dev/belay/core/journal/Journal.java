package dev.belay.core.journal;

import dev.belay.core.time.Time;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The append-only stream of what happens to calls, and to tools: bounded in number and in bytes,
 * with any number of readers, none of which can slow a call.
 *
 * <p>The newest {@code capacity} entries are kept, as far as they fit into {@link #BYTES}. A reader
 * that falls further behind is told how many it missed. Safe for use by many threads.
 */
public final class Journal {
  /** What a reader gets: something that is kept, or word of what it was too slow for. */
  public sealed interface Reading {}

  /** One event, its place in the stream and when it happened. */
  public sealed interface Kept extends Reading {
    /** {@return its place in the stream} */
    long sequence();

    /** {@return when it happened} */
    Instant at();
  }

  /** Something happened to a call. */
  public record Entry(long sequence, Instant at, Subject subject, CallEvent event)
      implements Kept {}

  /** Something happened to a tool, whoever calls it. */
  public record ToolEntry(long sequence, Instant at, ToolEvent event) implements Kept {}

  /** {@code missed} entries are gone for this reader. */
  public record Gap(long missed) implements Reading {}

  /**
   * What all that is kept may weigh: events say little, and what they quote from outside is cut.
   */
  public static final long BYTES = 4 << 20;

  private final Time time;

  /** What is kept: a reader is told its number, too. */
  private sealed interface Item {
    record OfCall(Instant at, Subject subject, CallEvent event) implements Item {}

    record OfTool(Instant at, ToolEvent event) implements Item {}

    default long weight() {
      return switch (this) {
        case OfCall call -> call.subject.weight() + call.event.weight();
        case OfTool tool -> tool.event.weight();
      };
    }

    default Kept numbered(long sequence) {
      return switch (this) {
        case OfCall(var at, var subject, var event) -> new Entry(sequence, at, subject, event);
        case OfTool(var at, var event) -> new ToolEntry(sequence, at, event);
      };
    }
  }

  private final Ring<Item, Reading> ring;

  /** Keeps the newest {@code capacity} entries: at least one. */
  public Journal(Time time, int capacity) {
    this.time = time;
    ring =
        new Ring<>(
            capacity, BYTES, Item::weight, (sequence, item) -> item.numbered(sequence), Gap::new);
  }

  /** {@return about how many bytes its entries take} */
  public long bytes() {
    return ring.bytes();
  }

  /** Appends an event of a call; never blocks on a reader. */
  public void publish(Subject subject, CallEvent event) {
    ring.append(new Item.OfCall(time.wall(), subject, event));
  }

  /** Appends an event of a tool; never blocks on a reader. */
  public void publish(ToolEvent event) {
    ring.append(new Item.OfTool(time.wall(), event));
  }

  /** {@return a reader of everything from now on} */
  public Reader reader() {
    return new Reader(ring.reader());
  }

  /** {@return a reader that begins with the oldest entry still kept} */
  public Reader readerFromOldest() {
    return new Reader(ring.readerFromOldest());
  }

  /**
   * {@return a reader that begins with the entry of that number; where it is gone, the reader is
   * told how many it missed}
   */
  public Reader readerFrom(long sequence) {
    return new Reader(ring.readerFrom(sequence));
  }

  /** {@return the number that the next entry will have} */
  public long next() {
    return ring.next();
  }

  /** One reader's place in the stream. Not safe for use by several threads. */
  public static final class Reader {
    private final Ring<Item, Reading>.Reader place;

    private Reader(Ring<Item, Reading>.Reader place) {
      this.place = place;
    }

    /** {@return the next reading, waiting for one} */
    public Reading next() throws InterruptedException {
      // Never null: a journal goes on for as long as the program does.
      return Objects.requireNonNull(place.next());
    }

    /** {@return the next reading, or null if there is none yet} */
    public @Nullable Reading poll() {
      return place.poll();
    }
  }
}
