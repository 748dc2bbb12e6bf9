package dev.belay.core.call;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Who has workers and who waits for one, by principal: the next worker goes to the principal that
 * has the fewest, and among its calls to the one that came first (C38).
 *
 * <p>Not safe for use by many threads: the pool's lock guards it.
 *
 * @param <W> a call that waits
 */
final class WorkerLine<W> {
  private final Map<String, Integer> held = new HashMap<>();

  /** By principal, each in the order of their coming. */
  private final Map<String, Deque<W>> waiting = new LinkedHashMap<>();

  /** A call of the principal is given a worker. */
  void gave(String principal) {
    held.merge(principal, 1, Integer::sum);
  }

  /** A call of the principal has a worker no more. */
  void returned(String principal) {
    held.computeIfPresent(principal, (_, count) -> count == 1 ? null : count - 1);
  }

  boolean hasWorker(String principal) {
    return held.containsKey(principal);
  }

  /** {@return whether a call that comes now has nobody before it} */
  boolean isNext(String principal) {
    return waiting.isEmpty() || (!hasWorker(principal) && !waiting.containsKey(principal));
  }

  void add(String principal, W call) {
    waiting.computeIfAbsent(principal, _ -> new ArrayDeque<>()).add(call);
  }

  void remove(String principal, W call) {
    var same = waiting.get(principal);
    if (same != null && same.remove(call) && same.isEmpty()) {
      waiting.remove(principal);
    }
  }

  boolean isEmpty() {
    return waiting.isEmpty();
  }

  /** {@return how many wait} */
  int size() {
    return waiting.values().stream().mapToInt(Deque::size).sum();
  }

  /** {@return whose turn it is; the line must not be empty} */
  W first() {
    var fewest = "";
    int least = Integer.MAX_VALUE;
    for (var principal : waiting.keySet()) {
      int holds = held.getOrDefault(principal, 0);
      if (holds < least) {
        least = holds;
        fewest = principal;
      }
    }
    return Objects.requireNonNull(waiting.get(fewest)).getFirst();
  }
}
