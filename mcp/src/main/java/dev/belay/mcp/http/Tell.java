package dev.belay.mcp.http;

import java.io.IOException;
import java.net.http.HttpRequest;

/** Sends what has no answer but a status, within the limit of a silence. */
final class Tell {
  private static final int LONGEST = 64 * 1024;

  private final Peer peer;

  Tell(Peer peer) {
    this.peer = peer;
  }

  /** Returns the status, or why there is none: {@link Told}. */
  Told send(Trip trip, HttpRequest request) {
    try (var limit = new Silence(peer.time(), peer.bounds().idle(), trip::stop);
        var exchange = trip.begin(peer.origin(), request)) {
      var response = exchange.head();
      limit.heard();
      Bodies.whole(response.body(), limit, LONGEST);
      return new Told(response.statusCode(), "");
    } catch (IOException e) {
      return new Told(0, Failures.unreachable(peer.origin(), e).text());
    }
  }

  /**
   * What became of it.
   *
   * @param status 0 if there is none
   * @param why why there is none, for people
   */
  record Told(int status, String why) {
    boolean isAccepted() {
      return status / 100 == 2;
    }

    String text(Origin origin) {
      return status == 0 ? why : Failures.status(origin, status, "").text();
    }
  }
}
