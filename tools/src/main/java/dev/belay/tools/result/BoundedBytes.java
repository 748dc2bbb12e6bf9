package dev.belay.tools.result;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * An output stream with a bound, at which writing fails: an endless value is not written endlessly.
 */
final class BoundedBytes extends OutputStream {
  /** Thrown when the bound is reached. */
  static final class FullException extends IOException {
    private static final long serialVersionUID = 1L;
  }

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final int most;
  private boolean full;

  BoundedBytes(int most) {
    this.most = most;
  }

  @Override
  public void write(int one) throws IOException {
    write(new byte[] {(byte) one}, 0, 1);
  }

  @Override
  public void write(byte[] some, int from, int length) throws IOException {
    int room = most - bytes.size();
    bytes.write(some, from, Math.min(room, length));
    if (length > room) {
      full = true;
      throw new FullException();
    }
  }

  /** {@return whether the bound was reached} */
  boolean isFull() {
    return full;
  }

  int size() {
    return bytes.size();
  }

  byte[] toArray() {
    return bytes.toByteArray();
  }

  /** {@return the text written, without an incomplete last character} */
  String text() {
    byte[] all = bytes.toByteArray();
    int end = all.length;
    while (end > 0 && (all[end - 1] & 0xC0) == 0x80) {
      end--;
    }
    if (end > 0 && (all[end - 1] & 0xC0) == 0xC0) {
      int length = Integer.numberOfLeadingZeros(~(all[end - 1] << 24));
      end = end - 1 + length <= all.length ? all.length : end - 1;
    } else {
      end = all.length;
    }
    return new String(all, 0, end, StandardCharsets.UTF_8);
  }
}
