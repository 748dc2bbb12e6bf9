package dev.belay.testbed.fault;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.locks.ReentrantLock;

/** The server's stdout, shared by all requests. */
final class StdioWire extends Wire {
  private final OutputStream out;
  // Held over the write: a client that does not read must hold up every answer.
  private final ReentrantLock turn = new ReentrantLock();

  StdioWire(OutputStream out) {
    this.out = out;
  }

  @Override
  void filledLine(String before, long filler, String after) {
    var end = (after + "\n").getBytes(StandardCharsets.UTF_8);
    turn.lock();
    try {
      out.write(before.getBytes(StandardCharsets.UTF_8));
      Filler.write(out, filler);
      out.write(end);
    } catch (IOException _) {
      // The reader is gone; the end of stdin informs this server.
    } finally {
      turn.unlock();
    }
  }
}
