package dev.belay.agent.model.provider;

import dev.belay.core.time.Time;
import dev.belay.mcp.client.Exchange;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/**
 * One request on its way and its response, for which this waits no longer than the idle limit. Any
 * thread may end it at any time: before its head has come, and in the middle of its body.
 */
final class Sent implements AutoCloseable {
  private final Time time;
  private final Duration patience;
  private final Exchange<Incoming> exchange;

  /** Sends it. */
  Sent(HttpClient client, HttpRequest request, Time time, Duration patience) {
    this.time = time;
    this.patience = patience;
    exchange = new Exchange<>(client, request, empty -> new Incoming(time, patience, empty));
  }

  /**
   * Waits for the head of the response.
   *
   * @throws SilenceException if it takes too long
   */
  HttpResponse<Incoming> head() throws IOException, InterruptedException {
    if (!time.await(exchange.begun(), patience)) {
      throw new SilenceException();
    }
    return exchange.head();
  }

  @Override
  public void close() {
    exchange.close();
  }
}
