package dev.belay.core.turn;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * What a turn does, and what it has done in vain, for whoever asks within it (S1-75, S1-76).
 *
 * @param asked how many calls it was asked for
 * @param failed how many of those with a result failed; cancelled ones did not
 * @param open those that have no result yet, in the order in which they were asked for
 * @param timedOut the tools that ran into a limit, in the order of their first time
 */
public record TurnWork(int asked, int failed, List<Open> open, List<TimedOut> timedOut) {
  /** Keeps its own lists. */
  public TurnWork {
    open = List.copyOf(open);
    timedOut = List.copyOf(timedOut);
  }

  /**
   * A call without a result.
   *
   * @param ran how long it has run; zero where it waits
   */
  public record Open(String toolId, String tool, boolean isRunning, Duration ran) {}

  /**
   * A tool that did not end in time.
   *
   * @param limit the one that ended it last
   * @param times how often that was
   */
  public record TimedOut(String tool, Duration limit, int times) {
    /** A turn has no more tools than this that are worth being told of. */
    static final int MOST = 100;

    /** Counts this among those by tool, after them. */
    void addTo(Map<String, TimedOut> byTool) {
      if (byTool.size() < MOST || byTool.containsKey(tool)) {
        byTool.merge(
            tool,
            this,
            (before, last) -> new TimedOut(tool, last.limit, before.times + last.times));
      }
    }
  }
}
