package dev.belay.tools.store;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.core.time.Time;
import dev.belay.tools.result.Bytes;
import dev.belay.tools.result.CutOutput;
import java.net.URI;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Outputs that were too long for their results, in memory: so many, so many bytes, for so long.
 * Each can be read under an address that nobody can guess, by the principal whose call it was.
 *
 * <p>The newest is always there, and the oldest goes first. A cache that keeps what is asked for
 * most would turn away the output whose address its client is just being told.
 *
 * <p>Safe for use by many threads. Concurrency: {@code lock} guards what is kept.
 */
public final class ResourceStore {
  /** What stands before the id in every address. */
  public static final String PREFIX = "belay-output:///";

  private record Placed(Stored output, long at) {}

  private final StoreBounds bounds;
  private final Time time;
  private final RandomGenerator random;
  private final ReentrantLock lock = new ReentrantLock();

  /** Oldest first. */
  @GuardedBy("lock") private final Map<String, Placed> placed = new LinkedHashMap<>();

  @GuardedBy("lock") private long bytes;

  /**
   * Begins with none.
   *
   * @param random for ids: safe for many threads and hard to guess
   */
  public ResourceStore(StoreBounds bounds, Time time, RandomGenerator random) {
    this.bounds = bounds;
    this.time = time;
    this.random = random;
  }

  /** {@return where what is cut off the results of {@code principal} is kept} */
  public CutOutput of(String principal) {
    return new CutOutput() {
      @Override
      public int longest() {
        return bounds.longest();
      }

      @Override
      public URI keep(byte[] utf8, String mimeType) {
        if (utf8.length > bounds.longest()) {
          throw new IllegalArgumentException("longer than anything that is kept");
        }
        return put(new Stored(principal, mimeType, Bytes.of(utf8)));
      }
    };
  }

  private URI put(Stored output) {
    var hex = HexFormat.of();
    var id = hex.toHexDigits(random.nextLong()) + hex.toHexDigits(random.nextLong());
    lock.lock();
    try {
      placed.put(id, new Placed(output, time.nanos()));
      bytes += output.data().size();
      makeRoomLocked();
    } finally {
      lock.unlock();
    }
    return URI.create(PREFIX + id);
  }

  /** {@return the output of that id; null if there is none any more, or it is somebody else's} */
  public @Nullable Stored get(String id, String principal) {
    lock.lock();
    try {
      makeRoomLocked();
      var found = placed.get(id);
      return found == null || !found.output.principal().equals(principal) ? null : found.output;
    } finally {
      lock.unlock();
    }
  }

  /** {@return how many there are} */
  public int size() {
    lock.lock();
    try {
      makeRoomLocked();
      return placed.size();
    } finally {
      lock.unlock();
    }
  }

  @GuardedBy("lock") private void makeRoomLocked() {
    long now = time.nanos();
    var oldest = placed.values().iterator();
    while (oldest.hasNext()) {
      var one = oldest.next();
      boolean isOver = now - one.at >= bounds.lifetime().toNanos();
      if (!isOver && placed.size() <= bounds.outputs() && bytes <= bounds.bytes()) {
        return;
      }
      oldest.remove();
      bytes -= one.output.data().size();
    }
  }

  /**
   * All of one output.
   *
   * @param principal whose call it was
   * @param data in UTF-8
   */
  public record Stored(String principal, String mimeType, Bytes data) {}
}
