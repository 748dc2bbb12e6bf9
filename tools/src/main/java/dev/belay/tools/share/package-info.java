/**
 * Results that several calls share, of one that runs, or of one that has ended of late (C27): of
 * tools written in Java, and of servers behind the gateway.
 */
@NullMarked
package dev.belay.tools.share;

import org.jspecify.annotations.NullMarked;
