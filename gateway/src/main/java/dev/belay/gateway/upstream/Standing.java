package dev.belay.gateway.upstream;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The condition of one upstream at one moment.
 *
 * @param trouble why it is down; null if it is not
 * @param restarts how often a process was lost or replaced
 * @param retiring the processes that retire
 * @param ignoredStops how many of its processes ignored a stop
 */
public record Standing(
    Condition condition,
    @Nullable String trouble,
    int restarts,
    List<RetiringProcess> retiring,
    int ignoredStops) {
  /** Whether it serves. */
  public enum Condition {
    /** About to serve. */
    STARTING,
    /** Serving. */
    UP,
    /** Not serving: it could not start, or ended too often. */
    DOWN,
    /** Not needed yet. */
    IDLE
  }
}
