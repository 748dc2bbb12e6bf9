package dev.belay.testbed.fault;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Log of received messages and actions, one line each, for tests to read while it runs.
 *
 * <p>A line is one append, so that several servers may share a file.
 */
final class ServerLog {
  private static final int LONGEST = 64 * 1024;

  private final OutputStream out;
  private volatile boolean isClosed;

  ServerLog(@Nullable Path file) throws IOException {
    out =
        file == null
            ? OutputStream.nullOutputStream()
            : new FileOutputStream(file.toFile(), /* append= */ true);
  }

  /** Drops all later lines. */
  void close() {
    isClosed = true;
    try {
      out.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void note(String event, String what) {
    var line = event + " " + what.substring(0, Math.min(what.length(), LONGEST)) + "\n";
    try {
      out.write(line.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      if (isClosed) {
        return;
      }
      throw new UncheckedIOException(e);
    }
  }
}
