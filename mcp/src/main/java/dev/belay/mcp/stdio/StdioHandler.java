package dev.belay.mcp.stdio;

import java.io.IOException;

/**
 * What happens on a connection, told by its reader thread; it must not block.
 *
 * <p>Concurrency: all but {@link #onWriteFailed} come from the reader's thread, one at a time, and
 * {@link #onEnd} is the last of them.
 */
public interface StdioHandler {
  /** Takes one line as it came, without its line break; never empty. */
  void onMessage(byte[] line);

  /** Hears that a line passed the bound and is being skipped; {@code start} is for people. */
  void onOversized(String start);

  /** Hears that no more lines come. */
  void onEnd(StdioEnd end);

  /** Hears, once and on the writer's thread, that nothing can be written any more. */
  void onWriteFailed(IOException cause);
}
