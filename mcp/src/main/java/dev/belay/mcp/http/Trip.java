package dev.belay.mcp.http;

import dev.belay.core.time.Time;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Exchanges that one thread makes one after the other, until anybody stops it.
 *
 * <p>Stopping interrupts nobody: the exchange under way ends, and so does every pause.
 */
final class Trip {
  private final CompletableFuture<Void> stopped = new CompletableFuture<>();
  private volatile @Nullable Exchange current;

  /** Sends the next request. */
  Exchange begin(Origin origin, HttpRequest request) throws IOException {
    if (isStopped()) {
      throw new IOException("stopped");
    }
    var exchange = new Exchange(origin.client(), request);
    current = exchange;
    if (isStopped()) {
      exchange.close(); // the other party saw the exchange before this one
    }
    return exchange;
  }

  /** Waits; false if it was stopped meanwhile. */
  boolean pause(Time time, Duration delay) throws InterruptedException {
    time.await(stopped, delay);
    return !isStopped();
  }

  /** {@return whether it was stopped} */
  boolean isStopped() {
    return stopped.isDone();
  }

  /** Ends what is under way and whatever would come. */
  void stop() {
    stopped.complete(null);
    var exchange = current;
    if (exchange != null) {
      exchange.close();
    }
  }
}
