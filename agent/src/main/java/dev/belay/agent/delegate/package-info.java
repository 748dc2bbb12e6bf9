/** Tools that let an agent delegate work to other agents. */
@NullMarked
package dev.belay.agent.delegate;

import org.jspecify.annotations.NullMarked;
