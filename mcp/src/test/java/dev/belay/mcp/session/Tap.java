package dev.belay.mcp.session;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** A client that reads once it is opened, or never again once it is broken. */
final class Tap extends OutputStream {
  private final CountDownLatch open = new CountDownLatch(1);
  private final ByteArrayOutputStream written = new ByteArrayOutputStream();
  private volatile boolean broken;

  void open() {
    open.countDown();
  }

  void breakOff() {
    broken = true;
    open();
  }

  List<String> lines() {
    synchronized (written) {
      return written.toString(StandardCharsets.UTF_8).lines().toList();
    }
  }

  @Override
  public void write(int b) {
    throw new UnsupportedOperationException("byte by byte");
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    try {
      open.await();
    } catch (InterruptedException e) {
      throw new InterruptedIOException();
    }
    if (broken) {
      throw new IOException("Broken pipe");
    }
    synchronized (written) {
      written.write(bytes, offset, length);
    }
  }
}
