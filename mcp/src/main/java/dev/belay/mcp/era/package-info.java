/** The revisions of MCP, and the messages for peers without a common one. */
@NullMarked
package dev.belay.mcp.era;

import org.jspecify.annotations.NullMarked;
