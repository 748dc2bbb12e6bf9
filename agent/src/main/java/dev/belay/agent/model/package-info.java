/** Models that are asked: those of providers, and one that follows a script. */
@NullMarked
package dev.belay.agent.model;

import org.jspecify.annotations.NullMarked;
