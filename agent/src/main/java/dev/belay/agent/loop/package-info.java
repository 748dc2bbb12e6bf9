/** Agents and the loop of their turns. */
@NullMarked
package dev.belay.agent.loop;

import org.jspecify.annotations.NullMarked;
