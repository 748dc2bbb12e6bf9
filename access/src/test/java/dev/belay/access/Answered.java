package dev.belay.access;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.belay.http.route.EventStreamResponse;
import dev.belay.http.route.Header;
import dev.belay.http.route.Response;
import dev.belay.testkit.json.Json;
import java.util.List;

/** What a route answered; the status is 0 before it does. */
final class Answered implements Response {
  int status;
  List<Header> headers = List.of();
  private String body = "";

  @Override
  public void send(int status, List<Header> headers, byte[] body) {
    this.status = status;
    this.headers = headers;
    this.body = new String(body, UTF_8);
  }

  @Override
  public EventStreamResponse stream(List<Header> headers) {
    throw new AssertionError("nothing is streamed");
  }

  @Override
  public void onGone(Runnable action) {}

  Json json() {
    return Json.parse(body);
  }
}
