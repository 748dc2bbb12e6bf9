package dev.belay.tools.result;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Takes so many bytes, and fails at the next: what never ends is written without end no more. */
final class BoundedBytes extends OutputStream {
  /** More was written than there is room for. */
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

  /** {@return whether there was more than there is room for} */
  boolean isFull() {
    return full;
  }

  int size() {
    return bytes.size();
  }

  byte[] toArray() {
    return bytes.toByteArray();
  }

  /** {@return what was written, without a last character that is there only in part} */
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
