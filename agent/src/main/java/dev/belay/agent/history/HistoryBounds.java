package dev.belay.agent.history;

/**
 * How much of a conversation is kept.
 *
 * @param messages how many messages at most (at least 4)
 * @param characters how long all their texts, arguments, names and ids may be together (at least 1)
 */
public record HistoryBounds(int messages, long characters) {
  /** What one question, one round of tools and an answer take. */
  private static final int LEAST = 4;

  /** Checks both. */
  public HistoryBounds {
    if (messages < LEAST || characters < 1) {
      throw new IllegalArgumentException("a conversation needs some room");
    }
  }

  /**
   * {@return 1,000 messages, which are two turns of 200 rounds and many short ones, and 400,000
   * characters, about 100,000 tokens of English}
   */
  public static HistoryBounds defaults() {
    return new HistoryBounds(1_000, 400_000);
  }

  boolean hold(int count, long length) {
    return count <= messages && length <= characters;
  }
}
