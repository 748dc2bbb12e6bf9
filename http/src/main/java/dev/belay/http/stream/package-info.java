/** MCP over HTTP in both eras: Streamable HTTP, and HTTP+SSE of 2024-11-05. */
@NullMarked
package dev.belay.http.stream;

import org.jspecify.annotations.NullMarked;
