package dev.belay.http.stream;

import dev.belay.core.share.Shares;
import dev.belay.core.time.Time;
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
 * All requests that came over HTTP and have no answer yet; bounded in number, in all and for each
 * owner, and in bytes: what serves one makes a message of its own of it. Safe for many threads.
 */
final class InFlight {
  /** What is due is noticed this often within the time in which an answer may be plain. */
  private static final int LOOKS = 4;

  private static final Logger LOG = System.getLogger(InFlight.class.getName());

  private final Set<Pending> all = ConcurrentHashMap.newKeySet();
  private final Shares requests;
  private final Shares memory;
  private final CompletableFuture<Void> empty = new CompletableFuture<>();
  private final Time time;
  private final Sweep sweep;
  private volatile boolean draining;

  InFlight(Time time, StreamBounds bounds, Shares memory) {
    this.time = time;
    this.requests = new Shares(bounds.inFlight());
    this.memory = memory;
    this.sweep =
        new Sweep(time, bounds.plainFor().dividedBy(LOOKS), this::look, () -> !all.isEmpty());
  }

  /** How old a request is, at least, when its answer turns into a stream. */
  static Duration streamAfter(Duration plainFor) {
    return plainFor.minus(plainFor.dividedBy(LOOKS));
  }

  /** {@return why one more would be turned down now, if it would} */
  @Nullable Refusal refusal(Era era) {
    if (draining) {
      return Refusals.closing(era);
    }
    return requests.held() >= requests.most() ? Refusals.busy(era) : null;
  }

  /** Takes one in, unless there are too many, or the end has come; then says so. */
  @Nullable Refusal add(Pending pending, Era era) {
    if (!requests.take(pending.owner(), pending.requests())) {
      return Refusals.busy(era);
    }
    if (!memory.take(pending.owner(), pending.bytes())) {
      gone(pending);
      return Refusals.crowded(era);
    }
    all.add(pending);
    if (draining) {
      // Whoever ends all requests may have looked at them before this one.
      remove(pending);
      return Refusals.closing(era);
    }
    sweep.arm();
    return null;
  }

  /** Forgets one; once only, by whoever ended it. */
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

  /** {@return how many of them are of that owner} */
  long requests(String owner) {
    return requests.held(owner);
  }

  boolean isDraining() {
    return draining;
  }

  /** Takes nothing new from now on; the stage is complete once nothing is left. */
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

  /** One that fails must not be the end of the limits of all others. */
  private void each(Consumer<Pending> action) {
    for (var one : all) {
      try {
        action.accept(one);
      } catch (RuntimeException e) {
        LOG.log(Level.ERROR, "A request over HTTP could not be looked after", e);
      }
    }
  }
}
