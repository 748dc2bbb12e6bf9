/** The port for handlers of HTTP requests, independent of the server behind it. */
@NullMarked
package dev.belay.http.route;

import org.jspecify.annotations.NullMarked;
