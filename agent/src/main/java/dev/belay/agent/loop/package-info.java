/** Agents: a model that is asked, tools that it asks for, and the turn that holds them. */
@NullMarked
package dev.belay.agent.loop;

import org.jspecify.annotations.NullMarked;
