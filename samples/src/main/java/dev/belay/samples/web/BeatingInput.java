package dev.belay.samples.web;

import dev.belay.tools.call.Heartbeats;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Every arrival of bytes is a heartbeat, which ends a download once its call has ended. */
final class BeatingInput extends FilterInputStream {
  private final Heartbeats call;

  BeatingInput(InputStream in, Heartbeats call) {
    super(in);
    this.call = call;
  }

  @Override
  public int read() throws IOException {
    call.heartbeat();
    return super.read();
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    int read = super.read(into, offset, length);
    call.heartbeat();
    return read;
  }
}
