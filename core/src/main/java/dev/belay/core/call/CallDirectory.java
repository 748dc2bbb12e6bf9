package dev.belay.core.call;

import dev.belay.core.cancel.Cause;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The calls that exist: those that have not ended, and those that ended but whose work would not
 * stop; and what those that ended lately were asked.
 *
 * <p>Safe for use by many threads; the collections are live views.
 */
public final class CallDirectory {
  private final Map<CallId, Call> live = new ConcurrentHashMap<>();
  private final Map<CallId, Call> abandoned = new ConcurrentHashMap<>();

  private final EndedRequests ended = new EndedRequests();

  CallDirectory() {}

  /** {@return the call with this id, if it has not ended} */
  public Optional<Call> find(CallId id) {
    return Optional.ofNullable(live.get(id));
  }

  /**
   * {@return what that call was asked, which runs or has ended lately; empty if that is not kept}
   */
  public Optional<Payload> arguments(CallId id) {
    // In this order: a call that ends meanwhile is found among the ended ones.
    return find(id)
        .map(call -> call.request().arguments())
        .or(() -> Optional.ofNullable(ended.find(id)));
  }

  /** {@return every call that has not ended} */
  public Collection<Call> calls() {
    return Collections.unmodifiableCollection(live.values());
  }

  /** {@return every call that ended but whose work still runs because it cannot be stopped} */
  public Collection<Call> abandoned() {
    return Collections.unmodifiableCollection(abandoned.values());
  }

  /**
   * Cancels one call; does nothing if it is unknown or has ended.
   *
   * @param by who cancelled it, for display; may be empty
   * @return true if this cancellation ended the call
   */
  public boolean cancel(CallId id, Cause cause, String by) {
    var call = live.get(id);
    return call != null && call.cancel(cause, by);
  }

  void add(Call call) {
    live.put(call.id(), call);
  }

  void remove(Call call) {
    ended.add(call);
    live.remove(call.id());
  }

  void abandon(Call call) {
    abandoned.put(call.id(), call);
  }

  void forget(Call call) {
    abandoned.remove(call.id());
  }
}
