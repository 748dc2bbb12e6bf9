package dev.belay.cli.wrap;

import java.io.IOException;
import java.io.OutputStream;

/** Where a server's standard error goes: Belay's own, as it comes. */
final class ErrorOutput {
  private final OutputStream out;

  ErrorOutput(OutputStream out) {
    this.out = out;
  }

  void write(byte[] chunk) {
    try {
      out.write(chunk);
      out.flush();
    } catch (IOException _) {
      // Nobody reads it; the server's last lines are kept elsewhere.
    }
  }
}
