package dev.belay.observe.rest;

import dev.belay.http.route.Access;
import org.jspecify.annotations.Nullable;

/** The calls that a caller may see and stop: all, or its own. */
record Sight(Access.Known who) {
  boolean covers(String principal) {
    return who.isAdmin() || who.principal().equals(principal);
  }

  /** {@return whether it covers what belongs to {@code owner}; null is for admins alone} */
  boolean sees(@Nullable String owner) {
    return who.isAdmin() || who.principal().equals(owner);
  }
}
