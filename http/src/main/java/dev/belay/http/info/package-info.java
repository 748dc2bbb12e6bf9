/** What the server tells of itself to whoever just looks at its URL. */
@NullMarked
package dev.belay.http.info;

import org.jspecify.annotations.NullMarked;
