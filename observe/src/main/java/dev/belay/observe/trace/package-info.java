/**
 * Calls as spans of distributed traces, continued from clients and into servers; inactive unless
 * enabled.
 */
@NullMarked
package dev.belay.observe.trace;

import org.jspecify.annotations.NullMarked;
