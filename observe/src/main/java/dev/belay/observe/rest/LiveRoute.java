package dev.belay.observe.rest;

import dev.belay.http.json.JsonAnswer;
import dev.belay.http.route.Request;
import dev.belay.http.route.Response;
import dev.belay.http.route.Route;
import java.util.List;

/** {@code GET /api/live}: what is going on, as rows and their changes. */
record LiveRoute(LiveFeed feed) implements Route {
  @Override
  public void handle(Request request, Response response) throws InterruptedException {
    var sight = new Sight(request.requireCaller());
    var reader =
        feed.join(sight, request.header("last-event-id"), () -> response.stream(List.of()));
    if (reader == null) {
      JsonAnswer.error(response, 503, FeedReaders.TOO_MANY);
    } else {
      response.onGone(reader::left);
    }
  }
}
