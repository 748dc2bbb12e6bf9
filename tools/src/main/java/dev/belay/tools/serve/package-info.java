/** Serves native tools to MCP clients of every revision, over stdio and over HTTP. */
@NullMarked
package dev.belay.tools.serve;

import org.jspecify.annotations.NullMarked;
