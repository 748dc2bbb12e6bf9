/** A misbehaving upstream, scripted by the names of its faults. */
@NullMarked
package dev.belay.testbed.fault;

import org.jspecify.annotations.NullMarked;
