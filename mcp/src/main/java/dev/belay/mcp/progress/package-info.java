/** What clients hear of work that goes on in silence (C16). */
@NullMarked
package dev.belay.mcp.progress;

import org.jspecify.annotations.NullMarked;
