package dev.belay.mcp.http;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * One request on its way and its response, which any thread may end at any time.
 *
 * <p>Ending it closes the connection if the response is not read to its end: in the modern era that
 * is how a server hears of a cancellation. A connection that went back to the pool is left alone:
 * it may carry another request by then.
 *
 * <p>The head of the response decides how: before it the JDK's future is cancelled, and from then
 * on only the body is closed. The JDK completes that future later, on another thread, and cancelled
 * meanwhile it closes the connection even if that is in the pool again, or in use.
 */
final class Exchange implements AutoCloseable {
  private final CompletableFuture<HttpResponse<Body>> response;

  /** Null until there is a head, or it was ended: whoever sets it first has decided. */
  private final AtomicReference<@Nullable Body> body = new AtomicReference<>();

  Exchange(HttpClient client, HttpRequest request) {
    response = client.sendAsync(request, this::begin);
  }

  private Body begin(HttpResponse.ResponseInfo head) {
    boolean empty = head.headers().firstValueAsLong("Content-Length").orElse(-1) == 0;
    var mine = new Body(empty);
    if (body.compareAndSet(null, mine)) {
      return mine;
    }
    // The other party: whoever ended it, and is about to cancel. This connection is not used again.
    return Body.unwanted();
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

  @Override
  public void close() {
    var begun = body.compareAndExchange(null, Body.unwanted());
    if (begun == null) {
      response.cancel(/* mayInterruptIfRunning= */ true);
    } else {
      begun.close();
    }
  }
}
