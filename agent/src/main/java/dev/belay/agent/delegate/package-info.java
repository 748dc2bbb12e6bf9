/** Tools by which an agent has other agents work for it. */
@NullMarked
package dev.belay.agent.delegate;

import org.jspecify.annotations.NullMarked;
