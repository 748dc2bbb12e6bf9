/** A misbehaving upstream, controlled by the names of faults. */
@NullMarked
package dev.belay.testbed.fault;

import org.jspecify.annotations.NullMarked;
