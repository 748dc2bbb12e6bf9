package dev.belay.mcp.client;

import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** The virtual threads of one connection, each on a trip that can be stopped. */
final class Threads {
  /** The work of a thread. */
  @FunctionalInterface
  interface Task {
    void run() throws InterruptedException;
  }

  private final String prefix;
  private final Set<Trip> trips = ConcurrentHashMap.newKeySet();
  private final CompletableFuture<Void> ended = new CompletableFuture<>();
  private final AtomicInteger running = new AtomicInteger(1); // one for the connection itself
  private volatile boolean refusing;

  Threads(String name) {
    prefix = "belay-upstream-" + name + "-";
  }

  /** Runs {@code task} on a thread of its own; false if no more are started. */
  boolean start(String what, Trip trip, Task task) {
    if (refusing || !enter()) {
      return false;
    }
    trips.add(trip);
    if (refusing) {
      trip.stop(); // stop() may have passed over the trips before
    }
    Thread.ofVirtual().name(prefix + what).start(() -> run(trip, task));
    return true;
  }

  private boolean enter() {
    return running.getAndUpdate(count -> count == 0 ? 0 : count + 1) > 0;
  }

  private void run(Trip trip, Task task) {
    try {
      task.run();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt(); // not expected; it ends all the same
    } finally {
      trips.remove(trip);
      leave();
    }
  }

  private void leave() {
    if (running.decrementAndGet() == 0) {
      ended.complete(null);
    }
  }

  /** Starts no more threads. */
  void refuse() {
    refusing = true;
  }

  /** Stops all trips; {@code last} still runs, on a thread of its own. Call it once. */
  void stop(Task last) {
    trips.forEach(Trip::stop);
    Thread.ofVirtual().name(prefix + "close").start(() -> run(new Trip(), last));
  }

  /** {@return a stage that completes when no thread is left} */
  CompletionStage<Void> ended() {
    return ended.minimalCompletionStage();
  }
}
