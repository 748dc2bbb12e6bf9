package dev.belay.tools.declare;

import org.jspecify.annotations.Nullable;

/**
 * What a client may assume of a tool (S4-65 … S4-69): all four flags are always said.
 *
 * @param title for people; null for none
 */
public record Hints(
    @Nullable String title,
    boolean readOnly,
    boolean destructive,
    boolean idempotent,
    boolean openWorld) {
  /** {@return whether trying again does no harm} */
  public boolean isRepeatable() {
    return readOnly || idempotent;
  }
}
