package dev.belay.tools.run;

import dev.belay.core.name.ShortText;
import org.jspecify.annotations.Nullable;

/** How far a tool got that works for several calls. */
record Progress(@Nullable String message, @Nullable Double done, @Nullable Double total) {
  /** Keeps no more of the message than may be told of. */
  Progress {
    message = message == null ? null : ShortText.message(message);
  }
}
