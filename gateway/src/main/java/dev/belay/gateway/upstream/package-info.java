/** One MCP server behind Belay: its processes, kept alive, replaced and stopped. */
@NullMarked
package dev.belay.gateway.upstream;

import org.jspecify.annotations.NullMarked;
