package dev.belay.testbed.fault;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Large meaningless text, never held in memory as a whole. */
final class Filler {
  private static final int PIECE = 64 * 1024;

  private Filler() {}

  /** Writes the letter x {@code count} times. */
  static void write(OutputStream out, long count) throws IOException {
    var piece = "x".repeat((int) Math.min(count, PIECE)).getBytes(StandardCharsets.UTF_8);
    for (var left = count; left > 0; left -= piece.length) {
      out.write(piece, 0, (int) Math.min(left, piece.length));
    }
  }
}
