package dev.belay.http.stream;

import dev.belay.http.route.Header;
import dev.belay.http.route.Response;
import java.util.ArrayList;
import java.util.List;

/** Headers and constants of HTTP answers. */
final class Wire {
  static final String MESSAGE = "message";
  static final byte[] EMPTY = {};

  static final List<Header> JSON = List.of(new Header("Content-Type", "application/json"));

  static final List<Header> EVENTS =
      List.of(
          new Header("Content-Type", "text/event-stream"),
          new Header("Cache-Control", "no-cache, no-transform"),
          new Header("X-Accel-Buffering", "no"));

  private Wire() {}

  static List<Header> json(List<Header> more) {
    return with(JSON, more);
  }

  static List<Header> events(List<Header> more) {
    return with(EVENTS, more);
  }

  /** Accepts a message that expects no answer. */
  static void accepted(Response response) {
    response.send(202, List.of(), EMPTY);
  }

  private static List<Header> with(List<Header> some, List<Header> more) {
    if (more.isEmpty()) {
      return some;
    }
    var all = new ArrayList<>(some);
    all.addAll(more);
    return all;
  }
}
