package dev.belay.http.stream;

import dev.belay.core.share.Shares;
import dev.belay.core.time.Time;
import dev.belay.http.stream.Rejections.Rejection;
import dev.belay.mcp.era.Era;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * All unanswered requests over HTTP, bounded in number, in total and per owner, and in bytes, since
 * the host copies the message. Safe for use by many threads.
 */
final class PendingRequests {
  /** The number of checks within the time in which an answer may be plain JSON. */
  private static final int LOOKS = 4;

  private static final Logger LOG = System.getLogger(PendingRequests.class.getName());

  private final Set<Pending> all = ConcurrentHashMap.newKeySet();
  private final Shares requests;
  private final Shares memory;
  private final CompletableFuture<Void> empty = new CompletableFuture<>();
  private final Time time;
  private final PeriodicCheck sweep;
  private volatile boolean draining;

  PendingRequests(Time time, StreamBounds bounds, Shares memory) {
    this.time = time;
    this.requests = new Shares(bounds.inFlight());
    this.memory = memory;
    this.sweep =
        new PeriodicCheck(time, betweenLooks(bounds.plainFor()), this::look, () -> !all.isEmpty());
  }

  /** {@return the least age at which a request's answer becomes a stream} */
  static Duration streamAfter(Duration plainFor) {
    return plainFor.minus(betweenLooks(plainFor));
  }

  private static Duration betweenLooks(Duration plainFor) {
    return Duration.ofNanos(plainFor.toNanos() / LOOKS);
  }

  /** {@return the rejection that another request would get now, if any} */
  @Nullable Rejection refusal(Era era) {
    if (draining) {
      return Rejections.closing(era);
    }
    return requests.held() >= requests.most() ? Rejections.busy(era) : null;
  }

  /** Adds a request; returns the rejection if there are too many, or the server shuts down. */
  @Nullable Rejection add(Pending pending, Era era) {
    if (!requests.take(pending.owner(), pending.requests())) {
      return Rejections.busy(era);
    }
    if (!memory.take(pending.owner(), pending.bytes())) {
      gone(pending);
      return Rejections.crowded(era);
    }
    all.add(pending);
    if (draining) {
      // shutDown() may have iterated before this one was added.
      remove(pending);
      return Rejections.closing(era);
    }
    sweep.arm();
    return null;
  }

  /** Removes a request that has ended; further calls do nothing. */
  void remove(Pending pending) {
    if (all.remove(pending)) {
      memory.give(pending.owner(), pending.bytes());
      gone(pending);
    }
  }

  private void gone(Pending pending) {
    requests.give(pending.owner(), pending.requests());
    if (draining && requests.held() == 0) {
      empty.complete(null);
    }
  }

  int requests() {
    return Math.toIntExact(requests.held());
  }

  /** {@return the number of unanswered requests of that owner} */
  long requests(String owner) {
    return requests.held(owner);
  }

  boolean isDraining() {
    return draining;
  }

  /** Accepts no new requests; the stage completes once none is left. */
  CompletionStage<Void> drain() {
    draining = true;
    if (requests.held() == 0) {
      empty.complete(null);
    }
    return empty.minimalCompletionStage();
  }

  void shutDown() {
    draining = true;
    each(Pending::shutDown);
  }

  private void look() {
    long now = time.nanos();
    each(one -> one.look(now));
  }

  /** Applies {@code action} to each request; a failure of one does not affect the others. */
  private void each(Consumer<Pending> action) {
    for (var one : all) {
      try {
        action.accept(one);
      } catch (RuntimeException e) {
        LOG.log(Level.ERROR, "A request over HTTP could not be looked after", e);
      }
    }
  }

  /** One or more unanswered requests, as seen by the periodic check and the shutdown. */
  interface Pending {
    /** {@return the number of requests it holds} */
    int requests();

    /** {@return the owner that they are charged to} */
    String owner();

    /** {@return the size of their messages, in bytes} */
    long bytes();

    /** Applies time limits; must not block. */
    void look(long now);

    /** Answers everything unanswered with an error, because of the shutdown. */
    void shutDown();
  }
}
