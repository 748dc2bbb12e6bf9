/**
 * Calls as spans of a trace that began elsewhere and goes on in servers; nothing where it is off.
 */
@NullMarked
package dev.belay.observe.trace;

import org.jspecify.annotations.NullMarked;
