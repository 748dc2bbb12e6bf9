package dev.belay.http.stream;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The newest progress of each author, held for a slow client. Not thread-safe. */
final class HeldProgress {
  /** Below this number of unsent bytes, a stream takes progress immediately. */
  static final long LITTLE = 64 * 1024;

  /** More authors than any one request has. */
  private static final int MOST = 64;

  private @Nullable Map<Object, byte[]> newest;

  void hold(Object author, byte[] message) {
    if (newest == null) {
      newest = new LinkedHashMap<>();
    }
    if (newest.size() < MOST || newest.containsKey(author)) {
      newest.put(author, message);
    }
  }

  boolean isEmpty() {
    return newest == null;
  }

  /** {@return the held progress, oldest author first; none is held after that} */
  Iterable<byte[]> take() {
    var taken = newest == null ? Map.<Object, byte[]>of() : newest;
    newest = null;
    return taken.values();
  }
}
