/** Questions of a running request to its client, and the way back of the answers (MCP §mrtr). */
@NullMarked
package dev.belay.mcp.input;

import org.jspecify.annotations.NullMarked;
