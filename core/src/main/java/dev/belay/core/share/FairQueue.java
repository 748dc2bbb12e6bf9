package dev.belay.core.share;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Places of something scarce, shared by {@link Shares}, and a queue for them: the next place goes
 * to the owner that has the fewest, and among its waiters to the one that came first (C38).
 *
 * <p>Not safe for use by many threads: the lock of its user guards it, and wakes the waiters.
 *
 * @param <W> a waiter
 */
public final class FairQueue<W> {
  private final Shares held;

  /** By owner, each in the order of their coming. */
  private final Map<String, Deque<W>> waiting = new LinkedHashMap<>();

  /** So many places, all of them free. */
  public FairQueue(long most) {
    held = new Shares(most);
  }

  /** {@return whether the owner has got one more place; {@link #give} is then owed} */
  public boolean take(String owner) {
    return held.take(owner, 1);
  }

  /** Gives back a place of the owner. */
  public void give(String owner) {
    held.give(owner, 1);
  }

  /** {@return whether the owner has a place} */
  public boolean holds(String owner) {
    return held.held(owner) > 0;
  }

  /** {@return whether a waiter of the owner that comes now has none before it} */
  public boolean isNext(String owner) {
    return waiting.isEmpty() || (!holds(owner) && !waiting.containsKey(owner));
  }

  /** Adds a waiter behind the others of its owner. */
  public void add(String owner, W waiter) {
    waiting.computeIfAbsent(owner, _ -> new ArrayDeque<>()).add(waiter);
  }

  /** {@return whether it waited; it does so no more} */
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

  /** {@return the waiters of the owner, which wait no more} */
  public List<W> removeAll(String owner) {
    var same = waiting.remove(owner);
    return same == null ? List.of() : List.copyOf(same);
  }

  /** {@return the owners with waiters} */
  public List<String> owners() {
    return List.copyOf(waiting.keySet());
  }

  /** {@return whether there is no waiter} */
  public boolean isEmpty() {
    return waiting.isEmpty();
  }

  /** {@return how many waiters there are} */
  public int size() {
    return waiting.values().stream().mapToInt(Deque::size).sum();
  }

  /** {@return the waiter whose turn it is; the queue must not be empty} */
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
