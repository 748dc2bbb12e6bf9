/** Conversations and their exclusive use by turns. */
@NullMarked
package dev.belay.agent.session;

import org.jspecify.annotations.NullMarked;
