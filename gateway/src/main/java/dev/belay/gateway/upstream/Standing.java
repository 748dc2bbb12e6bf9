package dev.belay.gateway.upstream;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How one upstream does at one moment.
 *
 * @param trouble why it is down; null if it is not
 * @param restarts how often a process took the place of another
 * @param retiring processes that only end what they have begun, and are still there
 * @param ignoredStops how many of its processes went on with a call that had been stopped
 */
public record Standing(
    Condition condition,
    @Nullable String trouble,
    int restarts,
    List<RetiringProcess> retiring,
    int ignoredStops) {
  /** Whether it serves. */
  public enum Condition {
    /** It is about to. */
    STARTING,
    /** It does. */
    UP,
    /** It does not: it could not start, or ended too often. */
    DOWN,
    /** It has not been needed yet. */
    IDLE
  }
}
