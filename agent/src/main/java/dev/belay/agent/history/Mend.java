package dev.belay.agent.history;

/**
 * One thing in a conversation that no API would have taken, and that is in order now.
 *
 * <p>{@code message} is the index of the message before the repair.
 */
public sealed interface Mend {
  /** A call had no result right after it, and has one now that says so. */
  record OrphanAnswered(String toolUseId, String name) implements Mend {}

  /** A result without such a call right before it is gone. */
  record ResultDropped(int message, String toolUseId) implements Mend {}

  /** A second result of one call is gone. */
  record ResultDoubled(int message, String toolUseId) implements Mend {}

  /**
   * A call had an id that was empty, there before, or not acceptable; its result has the new one.
   */
  record IdRenamed(int message, String from, String to) implements Mend {}

  /** Arguments that were no JSON object are told in one. */
  record ArgumentsReplaced(int message, String toolUseId) implements Mend {}

  /** A text had half a character, or an error no words. */
  record WordsMended(int message) implements Mend {}

  /** A message, or a text of one, had no words and is gone. */
  record BlankDropped(int message) implements Mend {}

  /** A message stands in one with that of the same side before it. */
  record Merged(int message) implements Mend {}

  /** Pieces changed places: results, in the order of their calls, words; or words, calls. */
  record Moved(int message) implements Mend {}

  /** A conversation began with the model, and begins with a message that says so now. */
  record BeginAdded() implements Mend {}
}
