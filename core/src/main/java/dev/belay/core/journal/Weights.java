package dev.belay.core.journal;

import org.jspecify.annotations.Nullable;

/** Estimates the bytes that a kept event takes. */
public final class Weights {
  /** The size of an event without its texts: a few objects. */
  public static final long ALONE = 64;

  private static final long EACH = 24;

  private Weights() {}

  /** {@return the size of an event with these texts; some may be null} */
  public static long of(@Nullable String... texts) {
    long bytes = ALONE;
    for (var text : texts) {
      bytes += text(text);
    }
    return bytes;
  }

  /** {@return the size of one text, which may be null} */
  public static long text(@Nullable String text) {
    // Two bytes per character, since one character beyond Latin-1 makes all of them take two.
    return text == null ? 0 : EACH + 2L * text.length();
  }
}
