package dev.belay.tools.json;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** A stream that its opener closes, and nobody to whom it is lent. */
final class OpenStream extends FilterOutputStream {
  OpenStream(OutputStream lent) {
    super(lent);
  }

  @Override
  public void write(byte[] bytes, int from, int length) throws IOException {
    out.write(bytes, from, length);
  }

  @Override
  public void close() throws IOException {
    flush();
  }
}
