package dev.belay.observe.rest;

import dev.belay.http.route.EventStream;

/** A client that reads events, with its rights. */
final class EventReader {
  private final Sight sight;
  private final EventStream stream;
  private volatile boolean gone;

  EventReader(Sight sight, EventStream stream) {
    this.sight = sight;
    this.stream = stream;
  }

  Sight sight() {
    return sight;
  }

  EventStream stream() {
    return stream;
  }

  void send(byte[] frames) {
    if (frames.length > 0 && !stream.send(frames)) {
      gone = true;
    }
  }

  /** Records that the client has left, or has been dropped. */
  void left() {
    gone = true;
  }

  boolean isGone() {
    return gone;
  }
}
