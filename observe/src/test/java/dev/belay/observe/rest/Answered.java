package dev.belay.observe.rest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.http.route.EventStreamResponse;
import dev.belay.http.route.Header;
import dev.belay.http.route.Response;
import dev.belay.observe.schema.Judge;
import dev.belay.testkit.json.Json;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The answer to a request, once it is there. */
final class Answered implements Response {
  private final CompletableFuture<String> body = new CompletableFuture<>();
  volatile int status;

  String body() {
    return body.join();
  }

  Json json() {
    return Json.parse(body());
  }

  /** {@return the message of an error, which is as it is published} */
  String error() {
    assertThat(Judge.faults("error-body", body())).isEmpty();
    return json().at("error").text();
  }

  @Override
  public void send(int code, List<Header> headers, byte[] bytes) {
    status = code;
    body.complete(new String(bytes, UTF_8));
  }

  @Override
  public EventStreamResponse stream(List<Header> headers) {
    throw new AssertionError("no stream");
  }

  @Override
  public void onGone(Runnable action) {}
}
