/** Who may call, and how often: tokens, an authorization server's JWTs, and limits of rate. */
@NullMarked
package dev.belay.access;

import org.jspecify.annotations.NullMarked;
