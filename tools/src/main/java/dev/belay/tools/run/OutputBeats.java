package dev.belay.tools.run;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.core.cancel.StoppedException;
import dev.belay.core.time.Time;
import dev.belay.tools.call.Heartbeats;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Makes heartbeats of what a program writes: all of it is a sign of life, and up to ten lines a
 * second are told.
 *
 * <p>Concurrency: {@code lock} guards the fields; output and errors come on two threads.
 */
final class OutputBeats {
  private static final Duration BETWEEN = Duration.ofMillis(100);
  private static final int LONGEST = 200;

  private final ReentrantLock lock = new ReentrantLock();
  private final Heartbeats call;
  private final Time time;

  @GuardedBy("lock") private final ByteArrayOutputStream line = new ByteArrayOutputStream();

  @GuardedBy("lock") private boolean hasTold;

  @GuardedBy("lock") private long toldAt;

  OutputBeats(Heartbeats call, Time time) {
    this.call = call;
    this.time = time;
  }

  void add(byte[] bytes, int length) {
    var word = word(bytes, length);
    try {
      if (word == null) {
        call.heartbeat();
      } else {
        call.heartbeat(word);
      }
    } catch (StoppedException _) {
      // The program is being ended, and what it still writes is no news.
    }
  }

  /** {@return the last whole line, if it is time for one; null otherwise} */
  private @Nullable String word(byte[] bytes, int length) {
    lock.lock();
    try {
      String last = null;
      for (int i = 0; i < length; i++) {
        if (bytes[i] != '\n') {
          if (line.size() < LONGEST) {
            line.write(bytes[i]);
          }
        } else {
          last = line.size() == 0 ? last : line.toString(StandardCharsets.UTF_8).strip();
          line.reset();
        }
      }
      long now = time.nanos();
      if (last == null || last.isEmpty() || (hasTold && now - toldAt < BETWEEN.toNanos())) {
        return null;
      }
      hasTold = true;
      toldAt = now;
      return last;
    } finally {
      lock.unlock();
    }
  }
}
