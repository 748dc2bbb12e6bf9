package dev.belay.core.turn;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * The present and failed work of a turn, for queries from within it (S1-75, S1-76).
 *
 * @param asked how many calls were requested
 * @param failed how many of those with a result failed, without cancelled ones
 * @param open the calls without a result, in the order of their request
 * @param timedOut the tools that reached a limit, in the order of the first time
 */
public record TurnWork(int asked, int failed, List<Open> open, List<TimedOut> timedOut) {
  /** Copies the lists. */
  public TurnWork {
    open = List.copyOf(open);
    timedOut = List.copyOf(timedOut);
  }

  /**
   * A call without a result.
   *
   * @param ran the running time; zero while it waits
   */
  public record Open(String toolId, String tool, boolean isRunning, Duration ran) {}

  /**
   * A tool that did not end in time.
   *
   * @param limit the limit that ended it last
   * @param times how often that happened
   */
  public record TimedOut(String tool, Duration limit, int times) {
    /** The greatest number of tools that are listed for a turn. */
    static final int MOST = 100;

    /** Adds this to the counts by tool. */
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
