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
 * In-memory store of outputs too long for their results, bounded in number, bytes and lifetime.
 * Each is read at an unguessable address, by the principal of its call alone.
 *
 * <p>The newest is always there, and the oldest goes first. A cache that favours frequent reads
 * would drop the output whose address is just being sent to its client.
 *
 * <p>Safe for use by many threads. Concurrency: {@code lock} guards the stored outputs.
 */
public final class ResourceStore {
  /** The prefix of every address, followed by the id. */
  public static final String PREFIX = "belay-output:///";

  private record Placed(StoredOutput output, long at) {}

  private final StoreBounds bounds;
  private final Time time;
  private final RandomGenerator random;
  private final ReentrantLock lock = new ReentrantLock();

  /** Oldest first. */
  @GuardedBy("lock") private final Map<String, Placed> placed = new LinkedHashMap<>();

  @GuardedBy("lock") private long bytes;

  /**
   * Creates an empty store.
   *
   * @param random for ids: safe for many threads and hard to guess
   */
  public ResourceStore(StoreBounds bounds, Time time, RandomGenerator random) {
    this.bounds = bounds;
    this.time = time;
    this.random = random;
  }

  /** {@return the store of output cut off from results of {@code principal}} */
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
        return put(new StoredOutput(principal, mimeType, Bytes.of(utf8)));
      }
    };
  }

  private URI put(StoredOutput output) {
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

  /** {@return the output with that id; null if it is gone, or belongs to another principal} */
  public @Nullable StoredOutput get(String id, String principal) {
    lock.lock();
    try {
      makeRoomLocked();
      var found = placed.get(id);
      return found == null || !found.output.principal().equals(principal) ? null : found.output;
    } finally {
      lock.unlock();
    }
  }

  /** {@return the number of outputs} */
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
}
