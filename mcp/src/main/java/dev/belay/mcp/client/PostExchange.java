package dev.belay.mcp.client;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One request in transit and its response, which any thread may end at any time.
 *
 * <p>Ending it closes the connection if the response is not read to its end: in the modern era that
 * is how a server learns of a cancellation. A connection that went back to the pool is left alone:
 * it may already carry another request.
 *
 * <p>The head of the response decides how: before it the JDK's future is cancelled, and from then
 * on only the body is closed. The JDK completes that future later, on another thread, and if
 * cancelled meanwhile it closes the connection even if that is in the pool again, or in use.
 *
 * @param <B> the reader of the body
 */
public final class PostExchange<B extends PostExchange.ResponseBody<B>> implements AutoCloseable {
  private final CompletableFuture<HttpResponse<B>> response;
  private final Function<Boolean, B> bodies;

  /** Null until there is a head, or it was ended: the first write decides. */
  private final AtomicReference<@Nullable B> body = new AtomicReference<>();

  /**
   * Sends the request; for a client that follows no redirects.
   *
   * @param bodies makes a body; its argument tells whether the body is empty, in which case its
   *     connection is no longer bound to it and must never be closed for its sake
   */
  public PostExchange(HttpClient client, HttpRequest request, Function<Boolean, B> bodies) {
    this.bodies = bodies;
    response = client.sendAsync(request, this::begin);
  }

  private B begin(HttpResponse.ResponseInfo head) {
    boolean empty = head.headers().firstValueAsLong("Content-Length").orElse(-1) == 0;
    var mine = bodies.apply(empty);
    if (body.compareAndSet(null, mine)) {
      return mine;
    }
    // It was ended before it began, and is about to be cancelled: no other request may use its
    // connection.
    return unwanted();
  }

  /** {@return a body that was closed before it began: its connection ends with it} */
  private B unwanted() {
    var unwanted = bodies.apply(/* empty= */ false);
    unwanted.close();
    return unwanted;
  }

  /** {@return a future that completes once {@link #head} no longer waits} */
  public CompletableFuture<?> begun() {
    return response.copy();
  }

  /**
   * Waits for the head of the response.
   *
   * @throws IOException if there is none, or it was ended
   */
  public HttpResponse<B> head() throws IOException {
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
    var begun = body.compareAndExchange(null, unwanted());
    if (begun == null) {
      response.cancel(/* mayInterruptIfRunning= */ true);
    } else {
      begun.close();
    }
  }

  /**
   * The incoming body of a response. Any thread may close it, even before it begins: its connection
   * ends with it unless all of it has arrived.
   *
   * @param <B> the type itself
   */
  public interface ResponseBody<B extends ResponseBody<B>>
      extends HttpResponse.BodySubscriber<B>, AutoCloseable {
    @Override
    void close();
  }
}
