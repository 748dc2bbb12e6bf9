package dev.belay.mcp.stdio;

import java.io.IOException;
import java.util.List;

/**
 * Receives the events of a connection on its reader thread; must not block.
 *
 * <p>Concurrency: all but {@link #onUnwritten} and {@link #onWriteFailed} are called by the
 * reader's thread, one at a time, and {@link #onEnd} is the last of them.
 */
public interface StdioHandler {
  /** Takes one line as received, without its line break; never empty. */
  void onMessage(byte[] line);

  /** Reports that a line exceeded the bound and is being skipped; {@code start} is for people. */
  void onOversized(String start);

  /**
   * Reports that a line is being skipped because the long lines of other peers leave no memory for
   * it; {@code start} is for people.
   */
  default void onCrowdedOut(String start) {
    onOversized(start);
  }

  /** Reports that no more lines come. */
  void onEnd(StdioEnd end);

  /**
   * Reports, on the writer's thread and before {@link #onWriteFailed}, the messages that the peer
   * cannot have read: none of them was written completely.
   */
  default void onUnwritten(List<byte[]> messages) {}

  /** Reports, once and on the writer's thread, that nothing can be written any more. */
  void onWriteFailed(IOException cause);
}
