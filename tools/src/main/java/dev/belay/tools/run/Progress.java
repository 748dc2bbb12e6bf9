package dev.belay.tools.run;

import org.jspecify.annotations.Nullable;

/** How far a tool got that works for several calls. */
record Progress(@Nullable String message, @Nullable Double done, @Nullable Double total) {}
