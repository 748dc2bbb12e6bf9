/** Many servers as one: names, routes and merged lists, each server behind its own relay. */
@NullMarked
package dev.belay.gateway.catalog;

import org.jspecify.annotations.NullMarked;
