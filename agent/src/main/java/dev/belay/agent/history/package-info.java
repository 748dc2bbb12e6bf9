/** What was said in a conversation with a model, and in which shape each API wants it. */
@NullMarked
package dev.belay.agent.history;

import org.jspecify.annotations.NullMarked;
