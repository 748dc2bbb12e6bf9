package dev.belay.mcp.client;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/**
 * The stream of a legacy session that belongs to no request (MCP 2025-11-25
 * §listening-for-messages-from-the-server).
 *
 * <p>A server need not offer it. Where it does, it is opened again for as long as the session
 * lasts. For one thread.
 */
final class StandingStream {
  private static final int LONGEST_REFUSAL = 64 * 1024;

  private final Peer peer;
  private final Trip trip;
  private final LegacySession.Opened session;
  private final Consumer<LegacySession.Opened> onForgotten;
  private final AnswerSink sink;
  private boolean offered;

  /** Prepares it; {@code onForgotten} hears that the server does not know the session any more. */
  StandingStream(
      Peer peer,
      Trip trip,
      LegacySession.Opened session,
      Consumer<LegacySession.Opened> onForgotten) {
    this.peer = peer;
    this.trip = trip;
    this.session = session;
    this.onForgotten = onForgotten;
    this.sink = new AnswerSink(peer, null);
  }

  /** Reads until the session is over, or the server turns out not to offer this. */
  void run() throws InterruptedException {
    var backoff = new Backoff(Integer.MAX_VALUE);
    while (readOnce()) {
      var delay = backoff.next(sink.takeAnything(), sink.retry());
      if (delay == null || !trip.pause(peer.time(), delay)) {
        return;
      }
    }
  }

  /** Opens it and reads to its end; false if it is not to be opened again. */
  private boolean readOnce() {
    var get = session.on(peer.origin().request()).setHeader("Accept", "text/event-stream").GET();
    String after = sink.lastId();
    if (after != null) {
      get.setHeader("Last-Event-ID", after);
    }
    try (var exchange = trip.begin(peer.origin(), get.build());
        var silence = new Silence(peer.time(), peer.bounds().idle(), exchange::close)) {
      var response = exchange.head();
      int status = response.statusCode();
      if (status == 200 && Bodies.type(response).equals("text/event-stream")) {
        offered = true;
        silence.heard();
        try (var parser = new SseParser(peer.bounds().message(), peer.intake(), sink)) {
          Bodies.events(response.body(), silence, parser, () -> trip.isStopped());
        }
      } else if (offered && session.id() != null && isForgotten(response, silence)) {
        onForgotten.accept(session);
        return false;
      } else if (status < 500 && status != 429) {
        return false; // it does not offer this, or not to us
      }
    } catch (IOException _) {
      // It is opened again, as after any other end.
    }
    return !trip.isStopped();
  }

  private boolean isForgotten(HttpResponse<Body> response, Silence silence) throws IOException {
    int status = response.statusCode();
    return status == 404
        || (status == 400
            && Forgetting.is(
                status,
                new String(
                    Bodies.whole(response.body(), silence, peer.intake(), LONGEST_REFUSAL),
                    StandardCharsets.UTF_8),
                null));
  }
}
