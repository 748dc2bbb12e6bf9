package dev.belay.core.share;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A queue for places of a scarce resource, shared by {@link Shares}: the next place goes to the
 * owner with the fewest, and among its waiters to the first (C38).
 *
 * <p>Not safe for use by many threads: the lock of its user guards it, and the user wakes the
 * waiters.
 *
 * @param <W> a waiter
 */
public final class FairQueue<W> {
  private final Shares held;

  /** By owner, each in the order of arrival. */
  private final Map<String, Deque<W>> waiting = new LinkedHashMap<>();

  /** Creates a queue for {@code most} places, all free. */
  public FairQueue(long most) {
    held = new Shares(most);
  }

  /** {@return whether the owner got one more place; it must then be returned by {@link #give}} */
  public boolean take(String owner) {
    return held.take(owner, 1);
  }

  /** Returns a place of the owner. */
  public void give(String owner) {
    held.give(owner, 1);
  }

  /** {@return whether the owner has a place} */
  public boolean holds(String owner) {
    return held.held(owner) > 0;
  }

  /** {@return whether a waiter of the owner that arrives now would be first} */
  public boolean isNext(String owner) {
    return waiting.isEmpty() || (!holds(owner) && !waiting.containsKey(owner));
  }

  /** Adds a waiter behind the others of its owner. */
  public void add(String owner, W waiter) {
    waiting.computeIfAbsent(owner, _ -> new ArrayDeque<>()).add(waiter);
  }

  /**
   * Removes a waiter.
   *
   * @return whether it was waiting
   */
  public boolean remove(String owner, W waiter) {
    var same = waiting.get(owner);
    if (same == null || !same.remove(waiter)) {
      return false;
    }
    if (same.isEmpty()) {
      waiting.remove(owner);
    }
    return true;
  }

  /**
   * Removes the waiters of the owner.
   *
   * @return the removed waiters
   */
  public List<W> removeAll(String owner) {
    var same = waiting.remove(owner);
    return same == null ? List.of() : List.copyOf(same);
  }

  /** {@return the owners with waiters} */
  public List<String> owners() {
    return List.copyOf(waiting.keySet());
  }

  /** {@return whether there are no waiters} */
  public boolean isEmpty() {
    return waiting.isEmpty();
  }

  /** {@return the number of waiters} */
  public int size() {
    return waiting.values().stream().mapToInt(Deque::size).sum();
  }

  /** {@return the next waiter; the queue must not be empty} */
  public W first() {
    var fewest = "";
    long least = Long.MAX_VALUE;
    for (var owner : waiting.keySet()) {
      long holds = held.held(owner);
      if (holds < least) {
        least = holds;
        fewest = owner;
      }
    }
    return Objects.requireNonNull(waiting.get(fewest)).getFirst();
  }
}
