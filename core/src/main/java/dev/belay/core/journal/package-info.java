/** The append-only stream of call events that all observers read. */
@NullMarked
package dev.belay.core.journal;

import org.jspecify.annotations.NullMarked;
