package dev.belay.observe.rest;

import dev.belay.core.job.JobStoreException;
import dev.belay.http.json.JsonAnswer;
import dev.belay.http.route.Access;
import dev.belay.http.route.Guarded;
import dev.belay.http.route.Request;
import dev.belay.http.route.Response;

/** Answers a request under {@code /api} whose parameters may be wrong, or whose store may fail. */
@FunctionalInterface
interface ApiQuery {
  /**
   * Answers the request.
   *
   * @throws Query.WrongException if a parameter cannot be taken: the answer is 400, with the reason
   * @throws JobStoreException if jobs cannot be reached: the answer is 503, with the reason
   */
  void answer(Request request, Response response)
      throws JobStoreException, InterruptedException, Query.WrongException;

  /** {@return it as a route for callers that {@code access} lets in} */
  static Guarded guarded(Access access, ApiQuery asked) {
    return new Guarded(
        access,
        (request, response) -> {
          try {
            asked.answer(request, response);
          } catch (Query.WrongException e) {
            JsonAnswer.error(response, 400, String.valueOf(e.getMessage()));
          } catch (JobStoreException e) {
            JsonAnswer.error(
                response, 503, "jobs cannot be reached: " + e.getMessage() + " Ask again later.");
          }
        });
  }
}
