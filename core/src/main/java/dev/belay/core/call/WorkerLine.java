package dev.belay.core.call;

import dev.belay.core.share.Shares;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Who has workers and who waits for one, by principal: the next worker goes to the principal that
 * has the fewest, and among its calls to the one that came first (C38). A worker that is abandoned
 * stays with its principal until it ends.
 *
 * <p>Not safe for use by many threads: the pool's lock guards it.
 *
 * @param <W> a call that waits
 */
final class WorkerLine<W> {
  private final Shares held;
  private final Map<String, Integer> abandoned = new HashMap<>();

  /** By principal, each in the order of their coming. */
  private final Map<String, Deque<W>> waiting = new LinkedHashMap<>();

  /**
   * One without any.
   *
   * @param most how many workers there may be, for all principals together
   */
  WorkerLine(long most) {
    held = new Shares(most);
  }

  /** {@return whether a call of the principal may have a worker; it is then counted as given} */
  boolean take(String principal) {
    return held.take(principal, 1);
  }

  /** A call of the principal has a worker no more. */
  void returned(String principal) {
    held.give(principal, 1);
  }

  /** A worker of the principal goes on though its call has ended. */
  void abandon(String principal) {
    abandoned.merge(principal, 1, Integer::sum);
  }

  /** An abandoned worker of the principal has ended. */
  void abandonedEnded(String principal) {
    abandoned.computeIfPresent(principal, (_, count) -> count == 1 ? null : count - 1);
    held.give(principal, 1);
  }

  /** {@return how many workers of the principal are abandoned} */
  int abandoned(String principal) {
    return abandoned.getOrDefault(principal, 0);
  }

  /** {@return how many are abandoned, of all principals} */
  int abandoned() {
    return abandoned.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** {@return whether it has one, be it abandoned} */
  boolean hasWorker(String principal) {
    return held.held(principal) > 0;
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

  /** {@return the principals with calls that wait} */
  List<String> principals() {
    return List.copyOf(waiting.keySet());
  }

  /** {@return the calls of the principal, which wait no more} */
  List<W> removeAll(String principal) {
    var calls = waiting.remove(principal);
    return calls == null ? List.of() : List.copyOf(calls);
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
    long least = Long.MAX_VALUE;
    for (var principal : waiting.keySet()) {
      long holds = held.held(principal);
      if (holds < least) {
        least = holds;
        fewest = principal;
      }
    }
    return Objects.requireNonNull(waiting.get(fewest)).getFirst();
  }
}
