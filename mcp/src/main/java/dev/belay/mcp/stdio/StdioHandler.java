package dev.belay.mcp.stdio;

import java.io.IOException;
import java.util.List;

/**
 * What happens on a connection, told by its reader thread; it must not block.
 *
 * <p>Concurrency: all but {@link #onUnwritten} and {@link #onWriteFailed} come from the reader's
 * thread, one at a time, and {@link #onEnd} is the last of them.
 */
public interface StdioHandler {
  /** Takes one line as it came, without its line break; never empty. */
  void onMessage(byte[] line);

  /** Hears that a line passed the bound and is being skipped; {@code start} is for people. */
  void onOversized(String start);

  /**
   * Hears that there is no memory for all of a line, since others send long ones as well, and that
   * it is being skipped; {@code start} is for people.
   */
  default void onCrowdedOut(String start) {
    onOversized(start);
  }

  /** Hears that no more lines come. */
  void onEnd(StdioEnd end);

  /**
   * Hears, on the writer's thread and before that nothing can be written any more, which messages
   * the peer cannot have read: none of them was written whole.
   */
  default void onUnwritten(List<byte[]> messages) {}

  /** Hears, once and on the writer's thread, that nothing can be written any more. */
  void onWriteFailed(IOException cause);
}
