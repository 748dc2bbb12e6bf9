/** The server info that a plain GET of the MCP endpoint shows. */
@NullMarked
package dev.belay.http.info;

import org.jspecify.annotations.NullMarked;
