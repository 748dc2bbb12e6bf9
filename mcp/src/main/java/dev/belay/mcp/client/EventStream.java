package dev.belay.mcp.client;

import dev.belay.mcp.envelope.JsonString;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A stream of a 2024-11-05 server: it begins with the address to post to, and carries all messages
 * of the server (MCP 2024-11-05 §http-with-sse).
 *
 * <p>It may be silent for any length of time, which is not a fault. One thread reads; others wait
 * for its endpoint.
 */
final class EventStream implements SseParser.Sink {
  private static final int LONGEST_REFUSAL = 64 * 1024;

  private static final String NO_ENDPOINT =
      "opened a stream of events that does not say where to post to (HTTP+SSE of 2024-11-05): if"
          + " it speaks Streamable HTTP, set type: http";

  private final Peer peer;

  /** How long the server may take to name its endpoint. */
  private final Duration limit;

  private final Trip trip = new Trip();
  private final StreamSink messages;
  private final CompletableFuture<URI> endpoint = new CompletableFuture<>();
  private final CompletableFuture<HttpFailure> lost = new CompletableFuture<>();
  private final AtomicBoolean taken = new AtomicBoolean();

  EventStream(Peer peer, Duration limit) {
    this.peer = peer;
    this.limit = limit;
    messages = new StreamSink(peer, null);
  }

  Trip trip() {
    return trip;
  }

  /**
   * {@return true for the one caller that may open a session on it; a stream carries one session}
   */
  boolean take() {
    return taken.compareAndSet(false, true);
  }

  /** {@return a future of the reason for its end} */
  CompletableFuture<HttpFailure> lost() {
    return lost;
  }

  boolean isLost() {
    return lost.isDone();
  }

  /** {@return the address to post to; only after {@link #awaitEndpoint} returned true} */
  URI endpoint() {
    return endpoint.join();
  }

  /** Waits until it is open; false if it never will be. */
  boolean awaitEndpoint() {
    CompletableFuture.anyOf(endpoint, lost).join();
    return endpoint.isDone();
  }

  /** Opens it and reads to its end. */
  void read() {
    var why = HttpFailure.lost(peer.origin(), "was left");
    try {
      why = readToEnd();
    } finally {
      lost.complete(why);
    }
  }

  private HttpFailure readToEnd() {
    var get = peer.origin().request().setHeader("Accept", "text/event-stream").GET().build();
    try (var parser = new SseParser(peer.bounds().message(), peer.intake(), this);
        var silence = new Silence(peer.time(), limit, this::stopUnlessOpen);
        var exchange = trip.ask(peer.origin(), get, /* repeatable= */ true)) {
      var response = exchange.head();
      if (response.statusCode() != 200 || !Body.type(response).equals("text/event-stream")) {
        return refused(response, silence);
      }
      response.body().events(silence, parser, this::isDecided);
      if (!endpoint.isDone()) {
        return lost.isDone() ? lost.join() : HttpFailure.refused(peer.origin(), NO_ENDPOINT);
      }
      response.body().events(silence, parser, trip::isStopped);
      return HttpFailure.lost(peer.origin(), "ended the stream on which its answers come");
    } catch (IOException e) {
      return endpoint.isDone()
          ? HttpFailure.lost(
              peer.origin(), "broke the stream on which its answers come: " + HttpFailure.shown(e))
          : HttpFailure.unreachable(peer.origin(), e);
    }
  }

  /** Limits only the wait for its beginning: later it may be silent for any length of time. */
  private void stopUnlessOpen() {
    if (!endpoint.isDone()) {
      trip.stop();
    }
  }

  private boolean isDecided() {
    return endpoint.isDone() || lost.isDone() || trip.isStopped();
  }

  private HttpFailure refused(HttpResponse<Body> response, Silence silence) {
    if (response.statusCode() / 100 == 2) {
      return HttpFailure.refused(
          peer.origin(),
          "opened no stream of events (HTTP+SSE of 2024-11-05): if it speaks Streamable HTTP, set"
              + " type: http");
    }
    try {
      var said = response.body().whole(silence, peer.intake(), LONGEST_REFUSAL);
      return HttpFailure.status(
          peer.origin(), response.statusCode(), new String(said, StandardCharsets.UTF_8));
    } catch (IOException _) {
      return HttpFailure.status(peer.origin(), response.statusCode(), "");
    }
  }

  @Override
  public void onEvent(String type, byte[] data) {
    if (type.equals("endpoint")) {
      named(new String(data, StandardCharsets.UTF_8));
    } else {
      messages.onEvent(type, data);
    }
  }

  /** The endpoint decides where headers go that may be secrets. */
  private void named(String where) {
    var url = peer.origin().within(where.strip());
    if (url != null) {
      endpoint.complete(url);
    } else if (!endpoint.isDone()) {
      lost.complete(
          HttpFailure.refused(
              peer.origin(),
              "wants messages posted to "
                  + HttpFailure.shown(JsonString.quote(where))
                  + ", which is not at its own address: nothing is sent there"));
    }
  }

  @Override
  public void onId(String id) {
    messages.onId(id);
  }

  @Override
  public void onRetry(Duration delay) {
    messages.onRetry(delay);
  }

  @Override
  public void onOversized() {
    messages.onOversized();
  }

  @Override
  public void onCrowdedOut() {
    messages.onCrowdedOut();
  }
}
