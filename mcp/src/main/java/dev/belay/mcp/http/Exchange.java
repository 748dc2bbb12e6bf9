package dev.belay.mcp.http;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * One request on its way and its response, which any thread may end at any time.
 *
 * <p>Ending it closes the connection if the response is not read to its end: in the modern era that
 * is how a server hears of a cancellation.
 */
final class Exchange implements AutoCloseable {
  private final CompletableFuture<HttpResponse<Body>> response;
  private volatile boolean closed;

  Exchange(HttpClient client, HttpRequest request) {
    response = client.sendAsync(request, _ -> new Body());
  }

  /** Waits for the head of the response. */
  HttpResponse<Body> head() throws IOException {
    try {
      return response.join();
    } catch (CancellationException e) {
      throw new IOException("ended from here", e);
    } catch (CompletionException e) {
      throw e.getCause() instanceof IOException io ? io : new IOException(e.getCause());
    }
  }

  /** {@return whether it was ended from here} */
  boolean isClosed() {
    return closed;
  }

  @Override
  public void close() {
    closed = true;
    if (!response.cancel(/* mayInterruptIfRunning= */ true)) {
      // The other party: the response that came just before. One that failed has no body.
      var _ = response.thenAccept(head -> head.body().close());
    }
  }
}
