package dev.belay.observe.rest;

import dev.belay.http.route.EventStreamResponse;

/** A client that reads events, with its rights. */
final class EventReader {
  private final Sight sight;
  private final EventStreamResponse stream;
  private volatile boolean caughtUp;
  private volatile boolean gone;

  EventReader(Sight sight, EventStreamResponse stream) {
    this.sight = sight;
    this.stream = stream;
  }

  Sight sight() {
    return sight;
  }

  EventStreamResponse stream() {
    return stream;
  }

  void send(byte[] frames) {
    if (frames.length > 0 && !stream.send(frames)) {
      gone = true;
    }
  }

  /** Records that it has what came before it joined. */
  void caughtUp() {
    caughtUp = true;
  }

  boolean isCaughtUp() {
    return caughtUp;
  }

  /** Records that the client has left, or has been dropped. */
  void left() {
    gone = true;
  }

  boolean isGone() {
    return gone;
  }
}
