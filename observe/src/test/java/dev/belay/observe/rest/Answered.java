package dev.belay.observe.rest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.HandTime;
import dev.belay.http.route.EventStreamResponse;
import dev.belay.http.route.Header;
import dev.belay.http.route.Request;
import dev.belay.http.route.Response;
import dev.belay.http.route.Routes;
import dev.belay.observe.schema.Judge;
import dev.belay.testkit.json.Json;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The answer to a request, once it is there, or the stream that it has begun. */
public final class Answered implements Response {
  private final CompletableFuture<Supplier<String>> body = new CompletableFuture<>();
  public volatile int status;

  Answered() {}

  /** {@return the answer of those routes} */
  public static Answered by(
      Routes routes, String method, String path, @Nullable String query, String body)
      throws InterruptedException {
    var answered = new Answered();
    routes.handle(
        new Request(method, path, query, Map.of(), body.getBytes(UTF_8), "loopback"), answered);
    return answered;
  }

  /** {@return its body, or what the stream has had by now} */
  public String body() {
    return body.join().get();
  }

  Json json() {
    return Json.parse(body());
  }

  /** {@return the message of an error, which is as it is published} */
  String error() {
    assertThat(Judge.faults("error-body", body())).isEmpty();
    return json().at("error").text();
  }

  /** {@return the status and the message of an error} */
  String refused() {
    return status + " " + error();
  }

  /** {@return its body, which is as that schema says, and comes with a 200} */
  Json given(String schema) {
    assertThat(status).as(body()).isEqualTo(200);
    assertThat(Judge.faults(schema, body())).isEmpty();
    return json();
  }

  @Override
  public void send(int code, List<Header> headers, byte[] bytes) {
    status = code;
    body.complete(() -> new String(bytes, UTF_8));
  }

  @Override
  public EventStreamResponse stream(List<Header> headers) {
    var stream = new MemoryStream(new HandTime());
    status = 200;
    body.complete(stream::text);
    return stream;
  }

  @Override
  public void onGone(Runnable action) {}
}
