/** Models of providers: one client of HTTP, and the request and stream of each API. */
@NullMarked
package dev.belay.agent.model.provider;

import org.jspecify.annotations.NullMarked;
