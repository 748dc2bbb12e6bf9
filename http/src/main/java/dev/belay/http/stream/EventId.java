package dev.belay.http.stream;

import org.jspecify.annotations.Nullable;

/** What {@code Last-Event-ID} says: a stream of the session, and its last event that arrived. */
record EventId(long stream, long sequence) {
  private static final int DIGITS = 18;

  /** {@return the id, or null if it is none that a session could have given} */
  static @Nullable EventId of(String text) {
    int dash = text.indexOf('-');
    if (dash < 0 || !isNumber(text, 0, dash) || !isNumber(text, dash + 1, text.length())) {
      return null;
    }
    return new EventId(
        Long.parseLong(text, 0, dash, 10), Long.parseLong(text, dash + 1, text.length(), 10));
  }

  private static boolean isNumber(String text, int from, int to) {
    if (to <= from || to - from > DIGITS) {
      return false;
    }
    for (int i = from; i < to; i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return false;
      }
    }
    return true;
  }
}
