/** Clients and one server: calls are governed, all other messages pass both ways. */
@NullMarked
package dev.belay.gateway.relay;

import org.jspecify.annotations.NullMarked;
