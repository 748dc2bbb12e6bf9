package dev.belay.core.call;

import dev.belay.core.cancel.Cause;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The calls that exist: those on their way, and those that ended but whose work would not stop.
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

  /** {@return every call that ended but whose work still runs, since nothing can stop it} */
  public Collection<Call> abandoned() {
    return Collections.unmodifiableCollection(abandoned.values());
  }

  /**
   * Cancels one call; an unknown or ended one is left as it is.
   *
   * @param by who, as people read it; may be empty
   * @return true if this is what ended it
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
