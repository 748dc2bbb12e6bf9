package dev.belay.http.server;

import dev.belay.http.server.Refusal.RequestRefused;
import io.netty.buffer.ByteBuf;

/**
 * Splits incoming bytes into lines.
 *
 * <p>A line ends with CR LF only, since servers that disagree about a lone LF or CR enable request
 * smuggling. Each byte is examined once, however slowly the bytes come.
 */
final class Lines {
  private static final int FIRST = 512;

  private byte[] line = new byte[FIRST];
  private int length;
  private int seen;

  /**
   * Reads one line into {@link #bytes}; it stays there until the next one is read.
   *
   * @param most the longest accepted line, in bytes
   * @param tooLong the refusal of a longer line
   * @return false if its end has not come yet
   */
  boolean read(ByteBuf in, int most, Refusal tooLong) throws RequestRefused {
    int start = in.readerIndex();
    int end = in.indexOf(start + seen, in.writerIndex(), (byte) '\n');
    int got = end < 0 ? in.readableBytes() : end - start - 1;
    if (got > most + (end < 0 ? 1 : 0)) {
      throw new RequestRefused(tooLong);
    }
    if (end < 0) {
      seen = in.readableBytes();
      return false;
    }
    seen = 0;
    if (got < 0 || in.getByte(end - 1) != '\r') {
      throw new RequestRefused("a line must end with CR LF");
    }
    if (got > line.length) {
      line = new byte[Math.max(got, Math.min(most, 2 * line.length))];
    }
    in.readBytes(line, 0, got);
    in.skipBytes(2);
    length = got;
    return true;
  }

  /** Releases the buffer of a long line: the connection may stay open for long without another. */
  void shrink() {
    if (line.length > FIRST) {
      line = new byte[FIRST];
    }
  }

  byte[] bytes() {
    return line;
  }

  int length() {
    return length;
  }
}
