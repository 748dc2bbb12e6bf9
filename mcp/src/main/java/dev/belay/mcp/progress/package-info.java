/** Notices to clients about work that is silent (C16). */
@NullMarked
package dev.belay.mcp.progress;

import org.jspecify.annotations.NullMarked;
