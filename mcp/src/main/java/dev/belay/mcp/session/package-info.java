/** Serving MCP clients, whatever carries their messages: pipes, HTTP of either era, memory. */
@NullMarked
package dev.belay.mcp.session;

import org.jspecify.annotations.NullMarked;
