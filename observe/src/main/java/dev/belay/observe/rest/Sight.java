package dev.belay.observe.rest;

import dev.belay.http.route.Access;

/** The calls that a caller may see and stop: all, or its own. */
record Sight(Access.Known who) {
  boolean covers(String principal) {
    return who.isAdmin() || who.principal().equals(principal);
  }
}
