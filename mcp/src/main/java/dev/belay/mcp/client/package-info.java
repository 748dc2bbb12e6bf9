/** The client of MCP servers over Streamable HTTP, in either era. */
@NullMarked
package dev.belay.mcp.client;

import org.jspecify.annotations.NullMarked;
