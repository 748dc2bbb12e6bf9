/** JSON answers of routes other than MCP. */
@NullMarked
package dev.belay.http.json;

import org.jspecify.annotations.NullMarked;
