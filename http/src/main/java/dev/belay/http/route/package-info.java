/** What answers HTTP requests, and what it is given to do that: no word of the server behind it. */
@NullMarked
package dev.belay.http.route;

import org.jspecify.annotations.NullMarked;
