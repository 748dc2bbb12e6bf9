/** The memory that may be taken by what comes in from others and is not whole yet. */
@NullMarked
package dev.belay.mcp.intake;

import org.jspecify.annotations.NullMarked;
