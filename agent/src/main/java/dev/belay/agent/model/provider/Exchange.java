package dev.belay.agent.model.provider;

import dev.belay.core.time.Time;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * One request on its way and its response, which any thread may end at any time: before its head
 * has come, and in the middle of its body. That closes the connection.
 */
final class Exchange implements AutoCloseable {
  private final Time time;
  private final Duration patience;
  private final CompletableFuture<HttpResponse<Incoming>> response;

  /** Sends it. */
  Exchange(HttpClient client, HttpRequest request, Time time, Duration patience) {
    this.time = time;
    this.patience = patience;
    response = client.sendAsync(request, _ -> new Incoming(time, patience));
  }

  /**
   * Waits for the head of the response.
   *
   * @throws SilenceException if it takes too long
   */
  HttpResponse<Incoming> head() throws IOException, InterruptedException {
    if (!time.await(response, patience)) {
      throw new SilenceException();
    }
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
    if (!response.cancel(/* mayInterruptIfRunning= */ true)) {
      // The other party: the response that came just before. One that failed has no body.
      var _ = response.thenAccept(head -> head.body().close());
    }
  }
}
