package dev.belay.tools.share;

import org.jspecify.annotations.Nullable;

/** Hears how far a tool got that works for several calls. */
@FunctionalInterface
public interface Hearer {
  /** The tool goes on. */
  void progressed(@Nullable String message, @Nullable Double done, @Nullable Double total);
}
