package dev.belay.mcp.client;

import dev.belay.core.time.Time;
import java.io.IOException;
import java.net.ConnectException;
import java.net.ProtocolException;
import java.net.http.HttpRequest;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * The successive exchanges of one thread, which any thread can stop.
 *
 * <p>Stopping interrupts no thread: the exchange under way ends, and so does every pause.
 */
final class Trip {
  private final CompletableFuture<Void> stopped = new CompletableFuture<>();
  private volatile @Nullable PostExchange<Body> current;

  /**
   * Sends the next request and waits until its response begins.
   *
   * <p>A server may close a connection at the very moment at which it is reused; then it is unknown
   * what it has read. A {@code repeatable} request is sent once more.
   */
  PostExchange<Body> ask(HttpOrigin origin, HttpRequest request, boolean repeatable)
      throws IOException {
    try {
      return answered(origin, request);
    } catch (ConnectException | HttpTimeoutException | ProtocolException | SSLException e) {
      throw e; // no connection was made, or a response has begun
    } catch (IOException e) {
      if (!repeatable || isStopped()) {
        throw e;
      }
      return answered(origin, request);
    }
  }

  private PostExchange<Body> answered(HttpOrigin origin, HttpRequest request) throws IOException {
    var exchange = begin(origin, request);
    var _ = exchange.head();
    return exchange;
  }

  /** Sends the next request. */
  PostExchange<Body> begin(HttpOrigin origin, HttpRequest request) throws IOException {
    if (isStopped()) {
      throw new IOException("stopped");
    }
    var exchange = new PostExchange<>(origin.client(), request, Body::new);
    current = exchange;
    if (isStopped()) {
      exchange.close(); // stop() may have seen the exchange before this one
    }
    return exchange;
  }

  /** Waits; false if it was stopped meanwhile. */
  boolean pause(Time time, Duration delay) throws InterruptedException {
    time.await(stopped, delay);
    return !isStopped();
  }

  /** {@return a future that completes once it was stopped} */
  CompletableFuture<Void> stopped() {
    return stopped;
  }

  /** {@return whether it was stopped} */
  boolean isStopped() {
    return stopped.isDone();
  }

  /** Ends the present exchange and prevents further ones. */
  void stop() {
    stopped.complete(null);
    var exchange = current;
    if (exchange != null) {
      exchange.close();
    }
  }
}
