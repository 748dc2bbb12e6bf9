package dev.belay.http.stream;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The newest progress of each author that a client has been too slow for. Not thread-safe. */
final class HeldProgress {
  /** With less unsent than this, a stream takes progress as it comes. */
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

  /** {@return what was held, oldest author first; nothing is held after that} */
  Iterable<byte[]> take() {
    var taken = newest == null ? Map.<Object, byte[]>of() : newest;
    newest = null;
    return taken.values();
  }
}
