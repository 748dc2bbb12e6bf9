/** How the gateway does: for people, for whoever sends it traffic, and for load tests. */
@NullMarked
package dev.belay.observe.health;

import org.jspecify.annotations.NullMarked;
