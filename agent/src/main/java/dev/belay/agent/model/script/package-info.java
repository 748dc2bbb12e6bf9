/** A scripted model, for tests and for a demonstration without key and network. */
@NullMarked
package dev.belay.agent.model.script;

import org.jspecify.annotations.NullMarked;
