package dev.belay.mcp.stdio;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** A peer that reads only once it is opened, or never once it is broken, and counts the writes. */
public final class Valve extends OutputStream {
  /** Counted down once the writer is stuck in its first write. */
  final CountDownLatch stuck = new CountDownLatch(1);

  private final CountDownLatch open = new CountDownLatch(1);
  private final ByteArrayOutputStream written = new ByteArrayOutputStream();
  private int writes;
  private boolean closed;
  private volatile boolean broken;

  /** Creates a peer that does not read yet. */
  public Valve() {}

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static Valve opened() {
    var valve = new Valve();
    valve.open();
    return valve;
  }

  public void open() {
    open.countDown();
  }

  public void breakOff() {
    broken = true;
    open();
  }

  public synchronized List<String> lines() {
    return written.toString(StandardCharsets.UTF_8).lines().toList();
  }

  synchronized int writes() {
    return writes;
  }

  synchronized boolean isClosed() {
    return closed;
  }

  @Override
  public void write(int b) {
    throw new UnsupportedOperationException("byte by byte");
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    stuck.countDown();
    try {
      open.await();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
    if (broken) {
      throw new IOException("Broken pipe");
    }
    synchronized (this) {
      writes++;
      written.write(bytes, offset, length);
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
  }
}
