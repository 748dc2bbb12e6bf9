package dev.belay.gateway.listing;

import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * Answers requests for lists: each through the gate, from the cache.
 *
 * <p>Safe for use by many threads.
 */
public final class ListDesk<K, V> {
  private final ListGate gate;
  private final ListCache<K, V> cache;

  /** Puts the parts together. */
  public ListDesk(ListGate gate, ListCache<K, V> cache) {
    this.gate = gate;
    this.cache = cache;
  }

  /**
   * Returns the list of {@code key}, or fails with {@link ListBusy} or as its build did.
   *
   * @param build begins a build; must not block, and is not called where there is one already
   */
  public CompletionStage<V> list(K key, Supplier<? extends CompletionStage<V>> build) {
    return inside(() -> cache.get(key, build));
  }

  /** Returns a list that is of no use to anybody else; it passes the gate all the same. */
  public CompletionStage<V> uncached(Supplier<? extends CompletionStage<V>> build) {
    return inside(build);
  }

  private CompletionStage<V> inside(Supplier<? extends CompletionStage<V>> work) {
    return gate.enter()
        .thenCompose(pass -> {
          try {
            return work.get().whenComplete((_, _) -> pass.close());
          } catch (RuntimeException e) {
            pass.close();
            throw e;
          }
        });
  }

  /** {@return the gate, for its figures} */
  public ListGate gate() {
    return gate;
  }

  /** {@return the cache, for its figures, and to be told of changes} */
  public ListCache<K, V> cache() {
    return cache;
  }
}
