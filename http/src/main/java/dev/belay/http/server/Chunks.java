package dev.belay.http.server;

import io.netty.buffer.ByteBuf;

/** Reads a chunked body; a chunk's extension is checked and ignored (RFC 9112 §7.1). */
final class Chunks {
  /** The length, and an extension of a size that somebody might really send. */
  private static final int SIZE_LINE = 256;

  private static final int DIGITS = 8;

  private enum Expecting {
    SIZE,
    DATA,
    DATA_END,
    TRAILER
  }

  private final Lines lines;
  private final HeadReader trailers;
  private final BodyBytes body;
  private Expecting expecting = Expecting.SIZE;
  private long left;

  Chunks(Lines lines, HeadReader trailers, BodyBytes body) {
    this.lines = lines;
    this.trailers = trailers;
    this.body = body;
  }

  /** {@return true once the body is whole} */
  boolean read(ByteBuf in) throws RefusedRequestException {
    while (true) {
      switch (expecting) {
        case SIZE -> {
          if (!line(in, SIZE_LINE)) {
            return false;
          }
          left = size(lines.bytes(), lines.length());
          expecting = left == 0 ? Expecting.TRAILER : Expecting.DATA;
        }
        case DATA -> {
          int count = (int) Math.min(left, in.readableBytes());
          body.add(in, count);
          left -= count;
          if (left > 0) {
            return false;
          }
          expecting = Expecting.DATA_END;
        }
        case DATA_END -> {
          if (!line(in, 0)) {
            return false;
          }
          expecting = Expecting.SIZE;
        }
        case TRAILER -> {
          if (!line(in, SIZE_LINE)) {
            return false;
          }
          if (lines.length() == 0) {
            trailers.restart();
            return true;
          }
          trailers.trailer(lines.bytes(), lines.length());
        }
      }
    }
  }

  private boolean line(ByteBuf in, int most) throws RefusedRequestException {
    return lines.read(in, most, garbage());
  }

  private static Refusal garbage() {
    return Refusal.bad("this is not a chunked body");
  }

  private static long size(byte[] line, int length) throws RefusedRequestException {
    long size = 0;
    int at = 0;
    while (at < length && Chars.hex(line[at]) >= 0) {
      size = size << 4 | Chars.hex(line[at++]);
      if (at > DIGITS) {
        throw new RefusedRequestException(Framing.tooLarge(Long.MAX_VALUE));
      }
    }
    if (at == 0 || (at < length && line[at] != ';')) {
      throw new RefusedRequestException(garbage());
    }
    while (at < length) {
      if (!Chars.isValue(line[at++])) {
        throw new RefusedRequestException(garbage());
      }
    }
    return size;
  }
}
