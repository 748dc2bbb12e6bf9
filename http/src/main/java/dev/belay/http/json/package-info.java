/** Answers in JSON, for routes beside MCP. */
@NullMarked
package dev.belay.http.json;

import org.jspecify.annotations.NullMarked;
