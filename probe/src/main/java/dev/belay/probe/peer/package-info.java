/** Connections to a server for many requests at once, over HTTP or stdio, in either era. */
@NullMarked
package dev.belay.probe.peer;

import org.jspecify.annotations.NullMarked;
