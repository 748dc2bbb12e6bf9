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
 * Writes messages as lines on a thread of its own, so that a peer that does not read blocks no
 * sender.
 *
 * <p>Messages that wait together are written together: one write and one flush. The stream is taken
 * over and closed at the end. Safe for use by many threads.
 */
final class LineWriter {
  private static final int BATCH = 64 * 1024;

  /** A pipe takes this many bytes wholly or not at all (POSIX: {@code PIPE_BUF}, at least 512). */
  private static final int WHOLE = 512;

  private final OutputStream out;
  private final Outbox outbox;
  private final StdioHandler handler;
  private final Thread thread;
  private final CompletableFuture<Void> ended = new CompletableFuture<>();
  private final byte[] buffer = new byte[BATCH]; // used by the thread only
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

  /**
   * {@return a stage that completes when all is written, or nothing can be any more; the stream is
   * closed}
   */
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
   * {@return the messages of a failed batch that were certainly not written completely: all of a
   * small one; the last of a large one, which may have been written in part}
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
        // A copy only if there is something to change: it may be many megabytes.
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

  /** Replaces line breaks by spaces: in JSON they occur only between tokens. */
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
