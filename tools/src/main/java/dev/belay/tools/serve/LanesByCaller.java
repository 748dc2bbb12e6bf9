package dev.belay.tools.serve;

import dev.belay.core.call.Caller;
import dev.belay.core.lane.Lanes;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The lanes of each turn, and of each client without one: exclusive calls of one hold its other
 * calls back, and nobody else's (C19). Kept while a call of theirs runs. Safe for use by many
 * threads.
 */
final class LanesByCaller {
  /**
   * Whose calls collide. Where there is neither turn nor session, nobody can tell the clients of
   * one principal apart.
   */
  private record Key(String principal, @Nullable String session, @Nullable String turn) {
    static Key of(Caller caller) {
      var turn = caller.turnId();
      return new Key(caller.principal(), turn == null ? caller.sessionId() : null, turn);
    }
  }

  private record Used(Lanes lanes, int calls) {}

  private final Map<Key, Used> used = new ConcurrentHashMap<>();

  /** {@return the lanes of somebody's call; {@link #leave} is owed when it ends} */
  Lanes enter(Caller caller) {
    var entered =
        used.merge(
            Key.of(caller),
            new Used(new Lanes(), 1),
            (now, _) -> new Used(now.lanes, now.calls + 1));
    return Objects.requireNonNull(entered).lanes;
  }

  void leave(Caller caller) {
    used.computeIfPresent(
        Key.of(caller), (_, now) -> now.calls == 1 ? null : new Used(now.lanes, now.calls - 1));
  }
}
