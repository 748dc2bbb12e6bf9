package dev.belay.cli.server;

import java.io.IOException;
import java.io.OutputStream;

/** Where a server's standard error goes: Belay's own, as it comes. */
public final class ErrorOutput {
  private final OutputStream out;

  /** Writes to {@code out}, which it does not close. */
  public ErrorOutput(OutputStream out) {
    this.out = out;
  }

  /** Passes a chunk on. */
  public void write(byte[] chunk) {
    try {
      out.write(chunk);
      out.flush();
    } catch (IOException _) {
      // Nobody reads it; the server's last lines are kept elsewhere.
    }
  }
}
