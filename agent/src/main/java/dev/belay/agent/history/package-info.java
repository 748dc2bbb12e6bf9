/** The messages of a conversation, and their form in the APIs of models. */
@NullMarked
package dev.belay.agent.history;

import org.jspecify.annotations.NullMarked;
