package dev.belay.mcp.stdio;

/**
 * The bounds of one connection.
 *
 * @param line the longest line that is read, in bytes
 * @param queuedMessages how many requests, notifications and progress may wait to be written
 * @param queuedBytes how many bytes may wait to be written before all but answers are refused
 */
public record StdioBounds(int line, int queuedMessages, int queuedBytes) {
  private static final int MIB = 1024 * 1024;

  /** The default bounds. */
  public static final StdioBounds DEFAULT = new StdioBounds(10 * MIB, 1024, 16 * MIB);

  /** {@return these bounds with another longest line, in bytes} */
  public StdioBounds withLine(int line) {
    return new StdioBounds(line, queuedMessages, queuedBytes);
  }
}
