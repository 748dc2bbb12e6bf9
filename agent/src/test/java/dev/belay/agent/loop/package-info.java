@NullMarked
package dev.belay.agent.loop;

import org.jspecify.annotations.NullMarked;
