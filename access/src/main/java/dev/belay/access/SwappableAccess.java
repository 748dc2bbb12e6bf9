package dev.belay.access;

import dev.belay.http.route.Access;
import dev.belay.http.route.Request;

/**
 * An access check that can be replaced at run time.
 *
 * <p>Safe for use by many threads; a request is decided by the check in place when it came.
 */
final class SwappableAccess implements Access {
  private volatile Access now;

  SwappableAccess(Access first) {
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
