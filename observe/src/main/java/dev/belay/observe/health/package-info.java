/** Health of the gateway, for people, load balancers and load tests. */
@NullMarked
package dev.belay.observe.health;

import org.jspecify.annotations.NullMarked;
