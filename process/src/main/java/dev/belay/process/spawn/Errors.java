package dev.belay.process.spawn;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/** Reads a child's stderr to its end, even if its listener fails (P13). */
final class Errors implements Runnable {
  /**
   * The longest delay of a child's end for its last stderr output: reached only if a process that
   * it has left behind holds its stderr, or its reader is starved.
   */
  static final Duration DRAIN_LIMIT = Duration.ofMillis(500);

  private static final int CHUNK = 8192;

  private final InputStream in;
  private final Consumer<byte[]> listener;
  private final ErrorTail tail = new ErrorTail();
  private final CompletableFuture<Void> ended = new CompletableFuture<>();
  private boolean isListenerBroken;

  Errors(InputStream in, Consumer<byte[]> listener) {
    this.in = in;
    this.listener = listener;
  }

  List<String> lastLines() {
    return tail.lines();
  }

  CompletionStage<Void> ended() {
    return ended;
  }

  @Override
  public void run() {
    try {
      var buffer = new byte[CHUNK];
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        var chunk = Arrays.copyOf(buffer, n);
        tail.add(chunk);
        tell(chunk);
      }
    } catch (IOException e) {
      // The child has ended, and the JDK closed the pipe under the read.
    } finally {
      ended.complete(null);
    }
  }

  /** A failing listener must not leave the child with a pipe that is no longer read. */
  private void tell(byte[] chunk) {
    if (isListenerBroken) {
      return;
    }
    try {
      listener.accept(chunk);
    } catch (RuntimeException e) {
      isListenerBroken = true;
      var thread = Thread.currentThread();
      thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
    }
  }
}
