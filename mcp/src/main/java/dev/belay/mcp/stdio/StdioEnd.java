package dev.belay.mcp.stdio;

import java.io.IOException;

/** Why no more lines come. */
public sealed interface StdioEnd {
  /** The peer closed its side after a whole line. */
  record Closed() implements StdioEnd {}

  /** The peer closed its side, or died, in the middle of a line of which {@code bytes} came. */
  record Unfinished(long bytes, String start) implements StdioEnd {}

  /** Reading failed. */
  record Broken(IOException cause) implements StdioEnd {}

  /** The handler threw: a defect of Belay, which must not look like a silent peer. */
  record HandlerFailed(Throwable cause) implements StdioEnd {}
}
