/** Access of callers, and their rates: tokens, an authorization server's JWTs, and rate limits. */
@NullMarked
package dev.belay.access;

import org.jspecify.annotations.NullMarked;
