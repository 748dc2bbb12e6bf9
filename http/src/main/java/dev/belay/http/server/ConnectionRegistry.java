package dev.belay.http.server;

import dev.belay.core.share.Shares;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The open connections and the number of running requests of one server. Safe for use by many
 * threads.
 */
final class ConnectionRegistry {
  private final Set<Connection> connections = ConcurrentHashMap.newKeySet();
  private final AtomicInteger open = new AtomicInteger();
  private final AtomicInteger running = new AtomicInteger();
  private final CompletableFuture<Void> quiet = new CompletableFuture<>();
  private volatile boolean isEnding;

  private final Shares places;

  /** Connections beyond the bound, which may only request vital paths. */
  private final Shares standing;

  ConnectionRegistry(int most) {
    places = new Shares(most);
    standing = new Shares(most / 8 + 16);
  }

  /** The capacity from which a connection was admitted. */
  enum Place {
    SEAT,
    STANDING,
    /** No capacity left even to refuse a request. */
    NONE
  }

  Place joined(Connection connection, String peer) {
    connections.add(connection);
    open.incrementAndGet();
    if (places.take(peer, 1)) {
      return Place.SEAT;
    }
    return standing.take(peer, 1) ? Place.STANDING : Place.NONE;
  }

  void left(Connection connection, String peer, Place place) {
    if (connections.remove(connection)) {
      open.decrementAndGet();
      switch (place) {
        case SEAT -> places.give(peer, 1);
        case STANDING -> standing.give(peer, 1);
        case NONE -> {}
      }
    }
  }

  Set<Connection> connections() {
    return connections;
  }

  void begun() {
    running.incrementAndGet();
  }

  void done() {
    // Each of done() and end() writes before it reads, so at least one completes the stage.
    if (running.decrementAndGet() == 0 && isEnding) {
      quiet.complete(null);
    }
  }

  void end() {
    isEnding = true;
    if (running.get() == 0) {
      quiet.complete(null);
    }
  }

  boolean isEnding() {
    return isEnding;
  }

  /** Completes when no request runs any more after {@link #end}. */
  CompletionStage<Void> quiet() {
    return quiet;
  }

  HttpServer.Load load() {
    return new HttpServer.Load(open.get(), running.get());
  }
}
