package dev.belay.gateway.upstream;

import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * How one upstream does at one moment.
 *
 * @param trouble why it is down; null if it is not
 * @param restarts how often a process took the place of another
 * @param suspects processes that did not obey and are still there
 */
public record Standing(Condition condition, @Nullable String trouble, int restarts, int suspects) {
  /** Whether it serves. */
  public enum Condition {
    /** It is about to. */
    STARTING,
    /** It does. */
    UP,
    /** It does not: it could not start, or ended too often. */
    DOWN,
    /** Nobody has needed it yet. */
    IDLE
  }

  static Standing of(
      @Nullable String trouble,
      @Nullable ServerLink serving,
      int restarts,
      Collection<ServerLink> alive) {
    var condition =
        trouble != null
            ? Condition.DOWN
            : serving != null
                ? Condition.UP
                : alive.isEmpty() && restarts == 0 ? Condition.IDLE : Condition.STARTING;
    int suspects = (int) alive.stream().filter(ServerLink::isSuspect).count();
    return new Standing(condition, trouble, restarts, suspects);
  }
}
