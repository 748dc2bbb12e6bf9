package dev.belay.testkit.client;

import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;

/** A stream that records its bytes, and reads only when a gate permits. */
final class Recorded extends FilterInputStream {
  private final Gate gate;
  private final ByteArrayOutputStream copy;

  /** Holds up reading. */
  @FunctionalInterface
  interface Gate {
    void pass() throws InterruptedException;
  }

  Recorded(InputStream in, Gate gate, ByteArrayOutputStream copy) {
    super(in);
    this.gate = gate;
    this.copy = copy;
  }

  @Override
  public int read() throws IOException {
    var one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    try {
      gate.pass();
      var got = in.read(buffer, offset, length);
      // Bytes that arrived while reading was stopped are not handed on before it resumes.
      gate.pass();
      if (got > 0) {
        copy.write(buffer, offset, got);
      }
      return got;
    } catch (InterruptedException _) {
      throw new InterruptedIOException();
    }
  }
}
