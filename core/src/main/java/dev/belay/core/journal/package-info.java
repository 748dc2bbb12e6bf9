/** What happened: the append-only stream of call events that everything else reads. */
@NullMarked
package dev.belay.core.journal;

import org.jspecify.annotations.NullMarked;
