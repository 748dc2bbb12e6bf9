package dev.belay.mcp.stdio;

import dev.belay.mcp.intake.Intake;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Writes messages as lines on a thread of its own, so that a peer that does not read holds up no
 * sender.
 *
 * <p>What waits together is written together: one write and one flush. The stream is taken over and
 * closed at the end. Safe for use by many threads.
 */
final class LineWriter {
  private static final int BATCH = 64 * 1024;

  /** A pipe takes so many bytes wholly or not at all (POSIX: {@code PIPE_BUF}, at least 512). */
  private static final int WHOLE = 512;

  private final OutputStream out;
  private final Outbox outbox;
  private final StdioHandler handler;
  private final Thread thread;
  private final CompletableFuture<Void> ended = new CompletableFuture<>();
  private final byte[] buffer = new byte[BATCH]; // touched by the thread only
  private int filled;

  LineWriter(
      String threadName,
      OutputStream out,
      StdioBounds bounds,
      Intake intake,
      StdioHandler handler) {
    this.out = out;
    this.outbox = new Outbox(bounds, intake);
    this.handler = handler;
    this.thread = Thread.ofPlatform().daemon().name(threadName).unstarted(this::run);
  }

  void start() {
    thread.start();
  }

  Outbox outbox() {
    return outbox;
  }

  /** {@return completed when all is written, or nothing can be any more; the stream is closed} */
  CompletionStage<Void> ended() {
    return ended.minimalCompletionStage();
  }

  private void run() {
    var batch = new ArrayList<byte[]>();
    try (out) {
      while (outbox.take(batch, BATCH)) {
        write(batch);
        batch.clear();
      }
    } catch (IOException e) {
      var unwritten = notWhole(batch);
      unwritten.addAll(outbox.abandon());
      handler.onUnwritten(unwritten);
      handler.onWriteFailed(e);
    } catch (InterruptedException e) {
      var _ = outbox.abandon();
      handler.onWriteFailed((IOException) new InterruptedIOException("writer").initCause(e));
    } finally {
      var _ = outbox.abandon();
      ended.complete(null);
    }
  }

  /**
   * {@return those of a batch that failed which were surely not written whole: of a small one all,
   * of a large one, which may have been written in part, the last}
   */
  private static List<byte[]> notWhole(List<byte[]> batch) {
    int bytes = 0;
    for (byte[] message : batch) {
      bytes += message.length + 1;
    }
    int first = bytes <= WHOLE ? 0 : Math.max(0, batch.size() - 1);
    return new ArrayList<>(batch.subList(first, batch.size()));
  }

  private void write(List<byte[]> batch) throws IOException {
    for (byte[] message : batch) {
      if (message.length >= BATCH - filled) {
        flushBuffer();
      }
      if (message.length >= BATCH) {
        // A copy only where there is something to change: it may be many megabytes.
        out.write(isOnOneLine(message) ? message : onOneLine(message.clone(), 0, message.length));
      } else {
        System.arraycopy(message, 0, buffer, filled, message.length);
        onOneLine(buffer, filled, filled + message.length);
        filled += message.length;
      }
      buffer[filled++] = '\n';
    }
    flushBuffer();
    out.flush();
  }

  private static boolean isOnOneLine(byte[] message) {
    for (byte each : message) {
      if (each == '\n' || each == '\r') {
        return false;
      }
    }
    return true;
  }

  /** Makes line breaks blanks: in JSON they can only stand between tokens. */
  private static byte[] onOneLine(byte[] bytes, int from, int to) {
    for (int i = from; i < to; i++) {
      if (bytes[i] == '\n' || bytes[i] == '\r') {
        bytes[i] = ' ';
      }
    }
    return bytes;
  }

  private void flushBuffer() throws IOException {
    if (filled > 0) {
      out.write(buffer, 0, filled);
      filled = 0;
    }
  }
}
