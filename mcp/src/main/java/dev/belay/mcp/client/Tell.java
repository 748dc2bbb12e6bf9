package dev.belay.mcp.client;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;

/** Sends what has no answer but a status, within the limit of a silence. */
final class Tell {
  private static final int LONGEST = 64 * 1024;

  private final Peer peer;

  Tell(Peer peer) {
    this.peer = peer;
  }

  /** Returns the status, or why there is none: {@link Told}. */
  Told send(Trip trip, HttpRequest request) {
    return send(trip, request, /* repeatable= */ true);
  }

  /** Returns the same of what may do harm if it comes twice, unless it is {@code repeatable}. */
  Told send(Trip trip, HttpRequest request, boolean repeatable) {
    try (var limit = new Silence(peer.time(), peer.bounds().idle(), trip::stop);
        var exchange = trip.ask(peer.origin(), request, repeatable)) {
      var response = exchange.head();
      limit.heard();
      byte[] said = Bodies.whole(response.body(), limit, peer.intake(), LONGEST);
      return new Told(response.statusCode(), new String(said, StandardCharsets.UTF_8));
    } catch (IOException e) {
      return new Told(0, Failures.unreachable(peer.origin(), e).text());
    }
  }

  /**
   * What became of it.
   *
   * @param status 0 if there is none
   * @param said what came with it, or why there is none, for people
   */
  record Told(int status, String said) {
    boolean isAccepted() {
      return status / 100 == 2;
    }

    /** {@return whether it means that the session it was sent in is not known any more} */
    boolean isForgotten() {
      return Forgetting.is(status, said, null);
    }

    /** {@return why nobody will answer what was not accepted} */
    HttpFailure failure(Origin origin) {
      return status == 0
          ? new HttpFailure(HttpFailure.Kind.UNREACHABLE, said)
          : Failures.status(origin, status, said);
    }

    String text(Origin origin) {
      return status == 0 ? said : Failures.status(origin, status, "").text();
    }
  }
}
