/** Which revision of MCP a peer speaks, and what is said when it is none that the other knows. */
@NullMarked
package dev.belay.mcp.era;

import org.jspecify.annotations.NullMarked;
