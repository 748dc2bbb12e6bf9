package dev.belay.core.share;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A scarce resource and the amount of it that each owner holds: bytes, connections, sessions,
 * requests (C38).
 *
 * <p>An owner may hold at most as much as remains free after it has taken: a single owner half, two
 * owners a third each. An owner that holds nothing gets any amount that is still free.
 *
 * <p>Safe for use by many threads; two concurrent requests for the last of it may both be refused.
 */
public final class Shares {
  private final long most;
  private final AtomicLong all = new AtomicLong();
  private final Map<String, Long> held = new ConcurrentHashMap<>();

  /** Creates a resource of this amount, all of it free. */
  public Shares(long most) {
    this.most = most;
  }

  /** {@return true if {@code owner} got that amount; it must then be returned by {@link #give}} */
  public boolean take(String owner, long amount) {
    if (amount == 0) {
      return true;
    }
    long inAll = all.addAndGet(amount);
    long mine = held.merge(owner, amount, Long::sum);
    if (inAll <= most && (mine == amount || mine + inAll <= most)) {
      return true;
    }
    give(owner, amount);
    return false;
  }

  /** Returns an amount that was taken. */
  public void give(String owner, long amount) {
    if (amount != 0) {
      held.computeIfPresent(owner, (_, mine) -> mine == amount ? null : mine - amount);
      all.addAndGet(-amount);
    }
  }

  /** Transfers an amount between owners; the total is unchanged. */
  public void pass(String from, String to, long amount) {
    held.merge(to, amount, Long::sum);
    held.computeIfPresent(from, (_, mine) -> mine == amount ? null : mine - amount);
  }

  /** {@return an empty holding of {@code owner}} */
  public Holding holding(String owner) {
    return new Holding(owner);
  }

  /** {@return the whole amount} */
  public long most() {
    return most;
  }

  /** {@return the amount held by all owners together} */
  public long held() {
    return all.get();
  }

  /** {@return the amount that the owner holds} */
  public long held(String owner) {
    return held.getOrDefault(owner, 0L);
  }

  /** {@return the owner with the largest amount; empty if nothing is held} */
  public Optional<String> greediest() {
    return held.entrySet().stream().max(Map.Entry.comparingByValue()).map(Map.Entry::getKey);
  }

  /**
   * A part of an owner's amount that is resized as one figure. For one thread, or under one lock.
   */
  public final class Holding implements AutoCloseable {
    private final String owner;
    private long amount;

    private Holding(String owner) {
      this.owner = owner;
    }

    /**
     * Sets the amount of this holding.
     *
     * @return false if the owner may not have that much: the holding is then unchanged
     */
    public boolean resize(long size) {
      long more = size - amount;
      if (more > 0 && !take(owner, more)) {
        return false;
      }
      if (more < 0) {
        give(owner, -more);
      }
      amount = size;
      return true;
    }

    /** Returns the whole amount. */
    @Override
    public void close() {
      var _ = resize(0);
    }
  }
}
