/**
 * An MCP server in this process, in both eras: a handler written once is served to clients of any
 * revision. Everything specific to the legacy era is in the classes named {@code Legacy}.
 */
@NullMarked
package dev.belay.mcp.server;

import org.jspecify.annotations.NullMarked;
