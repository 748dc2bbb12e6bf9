package dev.belay.access;

import dev.belay.http.route.Access;
import dev.belay.http.route.Request;

/**
 * Lets in whom it lets in at the moment: another may be put in its place while it is used.
 *
 * <p>Safe for use by many threads; a request is decided by what stood there when it came.
 */
final class Door implements Access {
  private volatile Access now;

  Door(Access first) {
    now = first;
  }

  void replace(Access other) {
    now = other;
  }

  @Override
  public Decision decide(Request request) throws InterruptedException {
    return now.decide(request);
  }
}
