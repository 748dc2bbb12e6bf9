package dev.belay.tools.call;

import java.net.URI;
import org.jspecify.annotations.Nullable;

/** A place in which a client works (MCP §roots). */
public record Root(URI uri, @Nullable String name) {}
