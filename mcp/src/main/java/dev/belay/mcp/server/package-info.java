/**
 * An MCP server in this process, in both eras: what is written once as a handler is served to a
 * client of any revision. All that only the legacy era has is in the classes named {@code Legacy}.
 */
@NullMarked
package dev.belay.mcp.server;

import org.jspecify.annotations.NullMarked;
