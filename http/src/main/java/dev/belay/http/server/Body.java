package dev.belay.http.server;

import java.nio.ByteBuffer;

/**
 * The body of an answer: bytes of its own, and behind them what it shares with others.
 *
 * @param shared only read, and only through views of the reader's own
 */
@SuppressWarnings("ArrayRecordComponent") // Bodies are sent, never compared.
record Body(byte[] own, ByteBuffer shared) {
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  static Body of(byte[] bytes) {
    return new Body(bytes, NOTHING);
  }

  int length() {
    return own.length + shared.remaining();
  }
}
