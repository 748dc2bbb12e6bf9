/** Starting children, each in a session of its own, and the pipes to them. */
@NullMarked
package dev.belay.process.spawn;

import org.jspecify.annotations.NullMarked;
