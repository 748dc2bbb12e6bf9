package dev.belay.tools.run;

import dev.belay.core.name.ShortText;
import org.jspecify.annotations.Nullable;

/** Progress of a tool that works for several calls. */
record Progress(@Nullable String message, @Nullable Double done, @Nullable Double total) {
  /** Cuts the message to the longest that is reported. */
  Progress {
    message = message == null ? null : ShortText.message(message);
  }
}
