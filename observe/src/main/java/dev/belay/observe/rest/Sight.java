package dev.belay.observe.rest;

import dev.belay.http.route.Access;

/** Whose calls somebody may see and stop: everybody's, or only its own. */
record Sight(Access.Known who) {
  boolean covers(String principal) {
    return who.isAdmin() || who.principal().equals(principal);
  }
}
