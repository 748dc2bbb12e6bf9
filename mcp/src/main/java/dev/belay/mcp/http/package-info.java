/** Speaking to an MCP server over Streamable HTTP, as its client, in either era. */
@NullMarked
package dev.belay.mcp.http;

import org.jspecify.annotations.NullMarked;
