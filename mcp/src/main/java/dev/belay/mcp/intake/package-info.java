/** The memory for incoming messages that are not complete yet. */
@NullMarked
package dev.belay.mcp.intake;

import org.jspecify.annotations.NullMarked;
