package dev.belay.tools.declare;

import org.jspecify.annotations.Nullable;

/**
 * Hints for clients about a tool (S4-65 … S4-69); all four flags are always sent.
 *
 * @param title for people; null for none
 */
public record Hints(
    @Nullable String title,
    boolean readOnly,
    boolean destructive,
    boolean idempotent,
    boolean openWorld) {
  /** {@return whether a retry is harmless} */
  public boolean isRepeatable() {
    return readOnly || idempotent;
  }
}
