package dev.belay.observe.rest;

import dev.belay.http.json.JsonAnswer;
import dev.belay.http.route.Request;
import dev.belay.http.route.Response;
import dev.belay.http.route.Route;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code GET /api/events}: the journal, live; resumes after the event in {@code Last-Event-ID}, or
 * in {@code ?after=} for clients that cannot set headers.
 */
record EventsRoute(EventFeed feed) implements Route {
  private static final String AFTER = "after=";

  @Override
  public void handle(Request request, Response response) {
    var sight = new Sight(request.requireCaller());
    var reader = feed.join(sight, lastSeen(request), () -> response.stream(List.of()));
    if (reader == null) {
      JsonAnswer.error(response, 503, FeedReaders.TOO_MANY);
    } else {
      response.onGone(reader::left);
    }
  }

  private static @Nullable String lastSeen(Request request) {
    var header = request.header("last-event-id");
    var query = request.query();
    if (header == null && query != null) {
      for (var pair : query.split("&", -1)) {
        if (pair.startsWith(AFTER)) {
          return pair.substring(AFTER.length());
        }
      }
    }
    return header;
  }
}
