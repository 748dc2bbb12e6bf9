package dev.belay.http.route;

import org.jspecify.annotations.Nullable;

/** What answers the requests for one path. */
@FunctionalInterface
public interface Route {
  /**
   * Answers, now or later: {@code response} may be kept and used on any thread.
   *
   * <p>Runs on a virtual thread of its own, {@code belay-http-N}.
   */
  void handle(Request request, Response response) throws InterruptedException;

  /**
   * Says who is behind a request, of which only the head has come: one that is refused is answered
   * without its body, which is then not read.
   *
   * <p>Runs on the thread that {@link #handle} runs on after it; a route in front of others passes
   * it on.
   *
   * @return null where no principal is needed
   */
  default Access.@Nullable Decision admit(Request head) throws InterruptedException {
    return null;
  }
}
