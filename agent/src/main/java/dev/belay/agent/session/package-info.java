/** Conversations, and who answers in them. */
@NullMarked
package dev.belay.agent.session;

import org.jspecify.annotations.NullMarked;
