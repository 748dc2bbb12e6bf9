package dev.belay.core.job;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.core.call.CallId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A store in memory, bounded in bytes: beyond that, the ended jobs closest to their expiry are
 * dropped.
 *
 * <p>Concurrency: {@code lock} guards all fields.
 */
public final class MemoryJobStore implements JobStore {
  /** Approximate size of a job without its result. */
  private static final long ALONE = 1024;

  private final ReentrantLock lock = new ReentrantLock();
  private final long mostBytes;

  @GuardedBy("lock") private final TreeMap<Long, Job> bySequence = new TreeMap<>();

  @GuardedBy("lock") private final Map<CallId, Long> sequences = new HashMap<>();

  @GuardedBy("lock") private long last;

  @GuardedBy("lock") private long bytes;

  /** Creates a store of at most {@code mostBytes}. */
  public MemoryJobStore(long mostBytes) {
    this.mostBytes = mostBytes;
  }

  @Override
  public void put(Job job) throws JobStoreException {
    lock.lock();
    try {
      var known = sequences.get(job.id());
      var before = known == null ? null : bySequence.get(known);
      if (before != null && before.hasEnded()) {
        return;
      }
      long more = weight(job) - (before == null ? 0 : weight(before));
      if (bytes + more > mostBytes) {
        makeRoomLocked(more);
      }
      bytes += more;
      long sequence = known == null ? ++last : known;
      sequences.put(job.id(), sequence);
      bySequence.put(sequence, job);
    } finally {
      lock.unlock();
    }
  }

  private static long weight(Job job) {
    return switch (job.state()) {
      case Job.State.Open _ -> ALONE;
      case Job.State.Ended ended -> {
        var result = ended.result();
        yield ALONE + 2L * ended.text().length() + (result == null ? 0 : result.bytes().length);
      }
    };
  }

  @GuardedBy("lock") private void makeRoomLocked(long more) throws JobStoreException {
    var ended =
        bySequence.values().stream()
            .filter(Job::hasEnded)
            .sorted(Comparator.comparing(Job::expires))
            .toList();
    long ofEnded = ended.stream().mapToLong(MemoryJobStore::weight).sum();
    if (bytes - ofEnded + more > mostBytes) {
      throw new JobStoreException(
          "The store of jobs is full: of " + mostBytes + " bytes, open jobs leave too few.");
    }
    for (var job : ended) {
      if (bytes + more > mostBytes) {
        removeLocked(job.id());
      }
    }
  }

  @GuardedBy("lock") private void removeLocked(CallId id) {
    var sequence = sequences.remove(id);
    var job = sequence == null ? null : bySequence.remove(sequence);
    if (job != null) {
      bytes -= weight(job);
    }
  }

  @Override
  public void remove(CallId id) {
    lock.lock();
    try {
      removeLocked(id);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public @Nullable Job find(CallId id) {
    lock.lock();
    try {
      var sequence = sequences.get(id);
      return sequence == null ? null : bySequence.get(sequence);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public Page page(Wanted wanted, long before, int most) {
    lock.lock();
    try {
      var found = new ArrayList<Job>();
      long next = 0;
      for (var entry : bySequence.headMap(before, false).descendingMap().entrySet()) {
        var job = entry.getValue();
        if (!wanted.has(job)) {
          continue;
        }
        if (found.size() == most) {
          next = bySequence.higherKey(entry.getKey());
          break;
        }
        found.add(job.listed());
      }
      return new Page(found, next);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public int expire(Instant now) {
    lock.lock();
    try {
      var over =
          bySequence.values().stream()
              .filter(job -> job.hasEnded() && !job.expires().isAfter(now))
              .map(Job::id)
              .toList();
      over.forEach(this::removeLocked);
      return over.size();
    } finally {
      lock.unlock();
    }
  }

  /** Does nothing: the memory is freed with the program. */
  @Override
  public void close() {}
}
