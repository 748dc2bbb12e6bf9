/** Messages over pipes: one per line, bounded, read and written by platform threads. */
@NullMarked
package dev.belay.mcp.stdio;

import org.jspecify.annotations.NullMarked;
