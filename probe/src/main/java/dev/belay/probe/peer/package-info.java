/** A server as a client with many requests at once sees it, over HTTP or stdio, in either era. */
@NullMarked
package dev.belay.probe.peer;

import org.jspecify.annotations.NullMarked;
