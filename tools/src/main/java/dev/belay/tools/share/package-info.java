/**
 * Results shared by several calls, of a running call or a recent one (C27), for native tools and
 * for servers behind the gateway.
 */
@NullMarked
package dev.belay.tools.share;

import org.jspecify.annotations.NullMarked;
