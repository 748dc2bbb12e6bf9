package dev.belay.core.turn;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Which tools ran into a limit, and how often. Not safe for use by several threads. */
final class TimedOutTools {
  /** A turn has no more tools than this that are worth being told of. */
  static final int MOST = 100;

  private final Map<String, TurnWork.TimedOut> byTool = new LinkedHashMap<>();

  /** Counts these, which came after all before. */
  void add(TurnWork.TimedOut more) {
    if (byTool.size() < MOST || byTool.containsKey(more.tool())) {
      byTool.merge(more.tool(), more, TurnWork.TimedOut::then);
    }
  }

  List<TurnWork.TimedOut> all() {
    return List.copyOf(byTool.values());
  }
}
