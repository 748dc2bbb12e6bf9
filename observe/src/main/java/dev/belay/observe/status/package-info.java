/** The tool {@code session_status}, by which a model learns the status of its own session. */
@NullMarked
package dev.belay.observe.status;

import org.jspecify.annotations.NullMarked;
