package dev.belay.agent.history;

import java.util.List;

/**
 * A conversation in order.
 *
 * @param mends what was done for that; empty if it was in order before, and then it is the same
 */
public record Repaired(List<Message> messages, List<Mend> mends) {
  /** Keeps its own copies. */
  public Repaired {
    messages = List.copyOf(messages);
    mends = List.copyOf(mends);
  }
}
