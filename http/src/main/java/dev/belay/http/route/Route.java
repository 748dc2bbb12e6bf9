package dev.belay.http.route;

/** What answers the requests for one path. */
@FunctionalInterface
public interface Route {
  /**
   * Answers, now or later: {@code response} may be kept and used on any thread.
   *
   * <p>Runs on a virtual thread of its own, {@code belay-http-N}.
   */
  void handle(Request request, Response response) throws InterruptedException;
}
