/** The chat API over HTTP. */
@NullMarked
package dev.belay.agent.chat;

import org.jspecify.annotations.NullMarked;
