package dev.belay.http.route;

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

  /** {@return whoever holds most, if anybody holds anything} */
  public Optional<String> greediest() {
    return held.entrySet().stream().max(Map.Entry.comparingByValue()).map(Map.Entry::getKey);
  }
}
