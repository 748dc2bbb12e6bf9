/** Serving MCP clients over any transport: pipes, HTTP of either era, memory. */
@NullMarked
package dev.belay.mcp.session;

import org.jspecify.annotations.NullMarked;
