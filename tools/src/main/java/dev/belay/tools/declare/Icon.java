package dev.belay.tools.declare;

import java.net.URI;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * An icon of a tool (MCP 2025-11-25 §icons).
 *
 * @param src its address: {@code https:} or {@code data:}
 * @param mimeType such as {@code image/png}; null if unknown
 * @param sizes such as {@code 48x48}, or {@code any}; empty if unknown
 * @param theme the background that it suits; null for both
 */
public record Icon(URI src, @Nullable String mimeType, List<String> sizes, @Nullable Theme theme) {
  /** A background. */
  public enum Theme {
    /** A light background. */
    LIGHT,
    /** A dark background. */
    DARK;

    /** {@return its name on the wire} */
    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Makes a defensive copy. */
  public Icon {
    sizes = List.copyOf(sizes);
  }

  /** {@return an icon with an address alone} */
  public static Icon of(URI src) {
    return new Icon(src, null, List.of(), null);
  }
}
