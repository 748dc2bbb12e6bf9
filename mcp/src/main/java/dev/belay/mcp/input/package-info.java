/** What a running request asks its client, and how the answers find it again (MCP §mrtr). */
@NullMarked
package dev.belay.mcp.input;

import org.jspecify.annotations.NullMarked;
