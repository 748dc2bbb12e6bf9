package dev.belay.core.share;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Something scarce and how much of it each owner holds: bytes, connections, sessions, requests
 * (C38).
 *
 * <p>An owner may hold at most as much as remains free after it has taken: a single owner half, two
 * owners a third each. An owner that holds nothing gets what it asks for as long as that much is
 * left at all.
 *
 * <p>Safe for use by many threads; two that ask at once for the last of it may both be refused.
 */
public final class Shares {
  private final long most;
  private final AtomicLong all = new AtomicLong();
  private final Map<String, Long> held = new ConcurrentHashMap<>();

  /** So much of it, and none of it held. */
  public Shares(long most) {
    this.most = most;
  }

  /** {@return true if {@code owner} has got that much more; {@link #give} is then owed} */
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

  /** Gives back what was taken. */
  public void give(String owner, long amount) {
    if (amount != 0) {
      held.computeIfPresent(owner, (_, mine) -> mine == amount ? null : mine - amount);
      all.addAndGet(-amount);
    }
  }

  /** Gives what one holds to another: it becomes neither more nor less. */
  public void pass(String from, String to, long amount) {
    held.merge(to, amount, Long::sum);
    held.computeIfPresent(from, (_, mine) -> mine == amount ? null : mine - amount);
  }

  /** {@return a holding in the name of {@code owner}, which is empty} */
  public Holding holding(String owner) {
    return new Holding(owner);
  }

  /** {@return how much there is} */
  public long most() {
    return most;
  }

  /** {@return how much is held, by all owners together} */
  public long held() {
    return all.get();
  }

  /** {@return how much that owner holds} */
  public long held(String owner) {
    return held.getOrDefault(owner, 0L);
  }

  /** {@return the owner that holds most; empty where none holds anything} */
  public Optional<String> greediest() {
    return held.entrySet().stream().max(Map.Entry.comparingByValue()).map(Map.Entry::getKey);
  }

  /** What one part of an owner holds, as one figure. For one thread, or under one lock. */
  public final class Holding implements AutoCloseable {
    private final String owner;
    private long amount;

    private Holding(String owner) {
      this.owner = owner;
    }

    /**
     * Makes it that much, be it more or less than before.
     *
     * @return false if the owner may not have more: then it stays as it was
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

    /** Gives all of it back. */
    @Override
    public void close() {
      var _ = resize(0);
    }
  }
}
