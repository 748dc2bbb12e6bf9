/** What a model may know of its own session: the tool {@code session_status}. */
@NullMarked
package dev.belay.observe.status;

import org.jspecify.annotations.NullMarked;
