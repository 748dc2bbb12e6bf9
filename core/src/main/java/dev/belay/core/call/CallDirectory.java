package dev.belay.core.call;

import dev.belay.core.cancel.Cause;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The calls that exist: those that have not ended, and those that ended but whose work would not
 * stop.
 *
 * <p>Safe for use by many threads; the collections are live views.
 */
public final class CallDirectory {
  private final Map<CallId, Call> live = new ConcurrentHashMap<>();
  private final Map<CallId, Call> abandoned = new ConcurrentHashMap<>();

  CallDirectory() {}

  /** {@return the call with this id, if it has not ended} */
  public Optional<Call> find(CallId id) {
    return Optional.ofNullable(live.get(id));
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
    live.remove(call.id());
  }

  void abandon(Call call) {
    abandoned.put(call.id(), call);
  }

  void forget(Call call) {
    abandoned.remove(call.id());
  }
}
