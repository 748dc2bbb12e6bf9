package dev.belay.http.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.belay.http.route.Request;
import dev.belay.http.route.Response;
import dev.belay.http.route.Route;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;

/** A route that answers nothing: the test takes each exchange and answers it later. */
final class Held implements Route {
  private final BlockingQueue<HttpExchange> exchanges = new LinkedBlockingQueue<>();

  /**
   * @param gone completes when the client has left before its answer
   */
  record HttpExchange(Request request, Response response, CompletableFuture<Void> gone) {
    void answer(String body) {
      response.send(200, List.of(), body.getBytes(UTF_8));
    }
  }

  @Override
  public void handle(Request request, Response response) {
    var gone = new CompletableFuture<Void>();
    response.onGone(() -> gone.complete(null));
    exchanges.add(new HttpExchange(request, response, gone));
  }

  HttpExchange take() throws InterruptedException {
    return exchanges.take();
  }

  boolean isEmpty() {
    return exchanges.isEmpty();
  }
}
