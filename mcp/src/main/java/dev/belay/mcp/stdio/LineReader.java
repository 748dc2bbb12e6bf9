package dev.belay.mcp.stdio;

import dev.belay.mcp.envelope.Controls;
import dev.belay.mcp.intake.Intake;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Splits a stream into lines of bounded length; an oversized line does not affect the others.
 *
 * <p>Blank lines are skipped and a carriage return before a line feed is dropped. The buffer grows
 * with a long line, as far as there is room for it, and shrinks after it (P13). For one thread.
 */
final class LineReader {
  static final int BASE = Intake.FREE;
  private static final int SHOWN = 200;

  private final InputStream in;
  private final StdioHandler handler;
  private final int longest;
  private final Intake.Part part;
  private byte[] buffer = new byte[BASE];
  private int filled;
  private long skipped; // bytes of the oversized line being skipped, or 0
  private String skippedStart = "";

  LineReader(InputStream in, int longest, Intake intake, StdioHandler handler) {
    part = intake.part();
    this.in = in;
    this.longest = longest;
    this.handler = handler;
  }

  /** Reads to the end and returns its kind; blocks all the while. */
  StdioEnd run() {
    try (part) {
      int count;
      while ((count = in.read(buffer, filled, buffer.length - filled)) >= 0) {
        int scanned = filled;
        filled += count;
        keep(lines(scanned));
      }
    } catch (IOException e) {
      return new StdioEnd.Broken(e);
    }
    if (skipped > 0) {
      return new StdioEnd.Unfinished(skipped, skippedStart);
    }
    return filled == 0 ? new StdioEnd.Closed() : new StdioEnd.Unfinished(filled, shown(0, filled));
  }

  /** {@return the memory held for lines} */
  int capacity() {
    return buffer.length;
  }

  /** Passes on the complete lines; returns the start of the rest. */
  private int lines(int scanned) {
    int start = 0;
    for (int i = scanned; i < filled; i++) {
      if (buffer[i] == '\n') {
        line(start, i);
        start = i + 1;
      }
    }
    return start;
  }

  private void line(int start, int end) {
    if (skipped > 0) {
      skipped = 0;
      return;
    }
    int last = end > start && buffer[end - 1] == '\r' ? end - 1 : end;
    if (last - start > longest) {
      handler.onOversized(shown(start, last));
    } else if (last > start) {
      handler.onMessage(Arrays.copyOfRange(buffer, start, last));
    }
  }

  /** Keeps the beginning of an incomplete line, unless it is too long already. */
  private void keep(int start) {
    int rest = filled - start;
    if (skipped == 0 && rest > longest + 1) { // one more: it may be a carriage return
      skippedStart = shown(start, filled);
      handler.onOversized(skippedStart);
      skipped = rest;
      rest = 0;
    } else if (skipped == 0 && rest == buffer.length && !part.resize(larger())) {
      skippedStart = shown(start, filled);
      handler.onCrowdedOut(skippedStart);
      skipped = rest;
      rest = 0;
    } else if (skipped > 0) {
      skipped += rest;
      rest = 0;
    }
    if (rest == buffer.length) {
      buffer = Arrays.copyOf(buffer, larger());
    } else if (rest <= BASE / 2 && buffer.length > BASE) {
      buffer = Arrays.copyOf(Arrays.copyOfRange(buffer, start, start + rest), BASE);
      part.close();
    } else if (start > 0) {
      System.arraycopy(buffer, start, buffer, 0, rest);
    }
    filled = rest;
  }

  private int larger() {
    return (int) Math.min(2L * buffer.length, longest + 2L);
  }

  private String shown(int start, int end) {
    var text = new String(buffer, start, Math.min(end - start, SHOWN), StandardCharsets.UTF_8);
    // It goes to logs and terminals, which must not see a peer's escape sequences.
    return Controls.marked(text);
  }
}
