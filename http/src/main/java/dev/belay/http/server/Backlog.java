package dev.belay.http.server;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** What waits behind a running request: so many, and together not larger than one may be. */
final class Backlog {
  private final ArrayDeque<Arrival> waiting = new ArrayDeque<>();
  private final SizeBounds bounds;
  private long bytes;

  Backlog(SizeBounds bounds) {
    this.bounds = bounds;
  }

  boolean isEmpty() {
    return waiting.isEmpty();
  }

  boolean fits(Arrival.Whole next) {
    return waiting.size() < bounds.pipelined() && bytes + size(next) <= bounds.bodyBytes();
  }

  void add(Arrival arrival) {
    waiting.add(arrival);
    bytes += size(arrival);
  }

  @Nullable Arrival poll() {
    Arrival next = waiting.poll();
    bytes -= next == null ? 0 : size(next);
    return next;
  }

  void clear() {
    waiting.clear();
    bytes = 0;
  }

  private static int size(Arrival arrival) {
    return switch (arrival) {
      case Arrival.Whole whole -> whole.request().body().length;
      case Arrival.Refused _ -> 0;
    };
  }
}
