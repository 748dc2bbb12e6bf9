package dev.belay.http.stream;

import dev.belay.core.time.Time;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** All requests that came over HTTP and have no answer yet; bounded. Safe for many threads. */
final class InFlight {
  /** What is due is noticed this often within the time in which an answer may be plain. */
  private static final int LOOKS = 4;

  private final Set<Pending> all = ConcurrentHashMap.newKeySet();
  private final AtomicInteger requests = new AtomicInteger();
  private final CompletableFuture<Void> empty = new CompletableFuture<>();
  private final Time time;
  private final int most;
  private final Sweep sweep;
  private volatile boolean draining;

  InFlight(Time time, int most, Duration plainFor) {
    this.time = time;
    this.most = most;
    this.sweep = new Sweep(time, plainFor.dividedBy(LOOKS), this::look, () -> !all.isEmpty());
  }

  /** How old a request is, at least, when its answer turns into a stream. */
  static Duration streamAfter(Duration plainFor) {
    return plainFor.minus(plainFor.dividedBy(LOOKS));
  }

  /** {@return whether one more would be too many, as far as can be told before it is added} */
  boolean isFull() {
    return requests.get() >= most;
  }

  /** False if there are too many. */
  boolean add(Pending pending) {
    int more = pending.requests();
    if (requests.addAndGet(more) > most) {
      gone(more);
      return false;
    }
    all.add(pending);
    sweep.arm();
    return true;
  }

  /** Forgets one; once only, by whoever ended it. */
  void remove(Pending pending) {
    if (all.remove(pending)) {
      gone(pending.requests());
    }
  }

  private void gone(int fewer) {
    if (requests.addAndGet(-fewer) == 0 && draining) {
      empty.complete(null);
    }
  }

  int requests() {
    return requests.get();
  }

  boolean isDraining() {
    return draining;
  }

  /** Takes nothing new from now on; the stage is complete once nothing is left. */
  CompletionStage<Void> drain() {
    draining = true;
    if (requests.get() == 0) {
      empty.complete(null);
    }
    return empty.minimalCompletionStage();
  }

  void shutDown() {
    draining = true;
    for (var one : all) {
      one.shutDown();
    }
  }

  private void look() {
    long now = time.nanos();
    for (var one : all) {
      one.look(now);
    }
  }
}
