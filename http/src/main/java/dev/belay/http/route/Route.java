package dev.belay.http.route;

import org.jspecify.annotations.Nullable;

/** Handles requests. */
@FunctionalInterface
public interface Route {
  /**
   * Handles a request. {@code response} may be used later, and on any thread.
   *
   * <p>Runs on a virtual thread of its own, {@code belay-http-N}.
   */
  void handle(Request request, Response response) throws InterruptedException;

  /**
   * Decides access to a request of which only the head has come. The body of a refused request is
   * not read.
   *
   * <p>Runs on the thread that {@link #handle} runs on afterwards; a route that delegates must
   * delegate this as well.
   *
   * @return null if the route needs no principal
   */
  default Access.@Nullable Decision admit(Request head) throws InterruptedException {
    return null;
  }
}
