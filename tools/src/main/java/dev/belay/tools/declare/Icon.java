package dev.belay.tools.declare;

import java.net.URI;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A picture of a tool for people (MCP 2025-11-25 §icons).
 *
 * @param src where it is: {@code https:} or {@code data:}
 * @param mimeType such as {@code image/png}; null if the client is to find out
 * @param sizes such as {@code 48x48}, or {@code any}; empty if nothing is said
 * @param theme the background that it is made for; null for either
 */
public record Icon(URI src, @Nullable String mimeType, List<String> sizes, @Nullable Theme theme) {
  /** A background. */
  public enum Theme {
    /** A bright one. */
    LIGHT,
    /** A dark one. */
    DARK;

    /** {@return what it is called on the wire} */
    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Keeps its own list. */
  public Icon {
    sizes = List.copyOf(sizes);
  }

  /** {@return a picture of which nothing else is said} */
  public static Icon of(URI src) {
    return new Icon(src, null, List.of(), null);
  }
}
