package dev.belay.http.server;

import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Who is connected, how much runs, and whether anything new may begin. Safe for many threads. */
final class Census {
  private final Set<Connection> connections = ConcurrentHashMap.newKeySet();
  private final AtomicInteger open = new AtomicInteger();
  private final AtomicInteger running = new AtomicInteger();
  private final AtomicLong bodies = new AtomicLong();
  private final CompletableFuture<Void> quiet = new CompletableFuture<>();
  private volatile boolean isEnding;

  /** {@return how many are connected, the new one included} */
  int joined(Connection connection) {
    connections.add(connection);
    return open.incrementAndGet();
  }

  void left(Connection connection) {
    if (connections.remove(connection)) {
      open.decrementAndGet();
    }
  }

  Set<Connection> connections() {
    return connections;
  }

  void begun() {
    running.incrementAndGet();
  }

  void done() {
    // Against end(): whoever sees the other's write completes the stage; both may.
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

  /** What the bodies take that are being read. */
  AtomicLong bodies() {
    return bodies;
  }

  HttpLoad load() {
    return new HttpLoad(open.get(), running.get());
  }
}
