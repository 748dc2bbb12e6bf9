/** Many servers as one: names, routing and merged lists, each server behind its own relay. */
@NullMarked
package dev.belay.gateway.catalog;

import org.jspecify.annotations.NullMarked;
