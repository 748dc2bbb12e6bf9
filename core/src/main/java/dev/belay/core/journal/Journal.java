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
  private final Ring<Reading> ring;

  /** Keeps the newest {@code capacity} entries: at least one. */
  public Journal(Time time, int capacity) {
    this.time = time;
    ring = new Ring<>(capacity, BYTES, Journal::weight, Gap::new);
  }

  private static long weight(Reading reading) {
    return switch (reading) {
      case Entry entry -> entry.subject().weight() + entry.event().weight();
      case ToolEntry entry -> entry.event().weight();
      case Gap _ -> 0;
    };
  }

  /** {@return about how many bytes its entries take} */
  public long bytes() {
    return ring.bytes();
  }

  /** Appends an event of a call; never blocks on a reader. */
  public void publish(Subject subject, CallEvent event) {
    var at = time.wall();
    ring.append(sequence -> new Entry(sequence, at, subject, event));
  }

  /** Appends an event of a tool; never blocks on a reader. */
  public void publish(ToolEvent event) {
    var at = time.wall();
    ring.append(sequence -> new ToolEntry(sequence, at, event));
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
    private final Ring<Reading>.Reader place;

    private Reader(Ring<Reading>.Reader place) {
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
