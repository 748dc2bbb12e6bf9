package dev.belay.core.journal;

import org.jspecify.annotations.Nullable;

/** About how many bytes what is kept of an event takes. */
public final class Weights {
  /** What an event takes beside its texts: a few objects. */
  public static final long ALONE = 64;

  private static final long EACH = 24;

  private Weights() {}

  /** {@return the weight of something that has these texts; some may be null} */
  public static long of(@Nullable String... texts) {
    long bytes = ALONE;
    for (var text : texts) {
      bytes += text(text);
    }
    return bytes;
  }

  /** {@return the weight of a text of something, which may be null} */
  public static long text(@Nullable String text) {
    // Two bytes for a character, since one beyond Latin-1 makes all of them take two.
    return text == null ? 0 : EACH + 2L * text.length();
  }
}
