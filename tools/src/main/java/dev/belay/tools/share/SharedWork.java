package dev.belay.tools.share;

import dev.belay.core.call.Call;
import dev.belay.core.call.CallContext;
import dev.belay.core.call.CallDirectory;
import dev.belay.core.call.CallInfo;
import dev.belay.core.call.FailedException;
import dev.belay.core.call.Failure;
import dev.belay.core.call.Gate;
import dev.belay.core.call.Outcome;
import dev.belay.core.call.RefusedException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One call's part in the results that several calls may have (S4-64, C27): it takes a result that
 * is kept, waits for the result of another call, or runs and lets others join.
 *
 * <p>Which of these it is, is decided when the call passes it as a gate. Gates behind it go {@link
 * #through} it: they hold up only a call that runs. Safe for use by many threads: {@code way} is
 * set by the call's own thread alone.
 *
 * @param <K> what two calls have in common whose result is the same
 * @param <P> what is heard of a call's progress
 * @param <R> what a call comes to
 */
public final class SharedWork<K, P, R extends SharedWork.Result> implements Gate {
  /** What a call does that runs itself. */
  @FunctionalInterface
  public interface Own<R, X extends Exception> {
    /** Comes to its result. */
    R run() throws X, InterruptedException;
  }

  /** A result that others may have. */
  public interface Result {
    /** {@return how long it is when written} */
    int bytes();

    /** {@return whether it holds for calls that come later} */
    boolean isKept();

    /** {@return false where it is more than a result, so that each call has to run by itself} */
    default boolean isForOthers() {
      return true;
    }
  }

  private final SharedResults<K, P, R> results;
  private final K key;
  private final Duration ttl;
  private final CallDirectory directory;
  private final Consumer<P> hearer;

  /** The gates whose refusal is that of all who wait; complete before the call begins. */
  private final Set<String> common = new HashSet<>();

  private volatile @Nullable Way<P, R> way;
  private volatile @Nullable R own;

  /**
   * Decides nothing yet.
   *
   * @param ttl for how long a result holds; zero is for those alone that wait for it
   * @param directory where the call is found
   * @param hearer hears of progress where it waits with another call
   */
  public SharedWork(
      SharedResults<K, P, R> results,
      K key,
      Duration ttl,
      CallDirectory directory,
      Consumer<P> hearer) {
    this.results = results;
    this.key = key;
    this.ttl = ttl;
    this.directory = directory;
    this.hearer = hearer;
  }

  @Override
  public String name() {
    return "share";
  }

  @Override
  public boolean mayWait() {
    return false;
  }

  @Override
  public Pass enter(CallInfo info) {
    // One that has ended meanwhile runs nothing.
    directory.find(info.id()).ifPresent(this::find);
    return Pass.FREE;
  }

  private Way<P, R> find(Call self) {
    var found = results.way(key, ttl, new Flight<>(self), hearer);
    way = found;
    switch (found) {
      case Way.Found<P, R>(var kept) -> self.shares(kept.of());
      case Way.Joined<P, R>(var waiter) -> {
        self.shares(waiter.waitsFor());
        self.onEnd(_ -> waiter.leave());
      }
      case Way.Running<P, R>(var flight) -> self.onEnd(outcome -> land(flight, outcome));
    }
    return found;
  }

  /** {@return whether the call runs itself, as far as is known by now} */
  public boolean asks() {
    return way instanceof Way.Running;
  }

  /**
   * {@return a gate that holds up the call only where it runs itself; where it refuses, it would
   * refuse the calls that wait for this one}
   */
  public Gate through(Gate gate) {
    common.add(gate.name());
    return gate.where(this::asks);
  }

  /**
   * Comes to the result.
   *
   * @param gates what the call passes late, where it has to run after it had waited in vain:
   *     waiting at them counts against its own limits
   */
  public <X extends Exception> R run(CallContext context, List<Gate> gates, Own<R, X> work)
      throws X, InterruptedException, FailedException {
    var self = context.call();
    var now = Objects.requireNonNull(way);
    boolean hasPassed = asks();
    while (true) {
      switch (now) {
        case Way.Found<P, R>(var kept) -> {
          return kept.result();
        }
        case Way.Running<P, R> _ -> {
          return hasPassed ? own(work) : late(gates, context.info(), work);
        }
        case Way.Joined<P, R>(var waiter) -> {
          switch (landing(self, waiter)) {
            case Landing.Landed<R>(var kept) -> {
              return kept.result();
            }
            case Landing.Failed<R>(Failure failure) -> throw new FailedException(failure);
            case Landing.Alone<R> _ -> {
              self.sharesNoMore();
              return late(gates, context.info(), work);
            }
            case Landing.Again<R> _ -> {
              self.sharesNoMore();
              now = find(self);
            }
          }
        }
      }
    }
  }

  /** Silence is that of the other call, whose own limits end it. */
  private static <P, R> Landing<R> landing(Call self, Guest<P, R> guest)
      throws InterruptedException {
    try (var _ = self.hold("share")) {
      return guest.await(self);
    }
  }

  private <X extends Exception> R own(Own<R, X> work) throws X, InterruptedException {
    var result = work.run();
    own = result;
    return result;
  }

  private <X extends Exception> R late(List<Gate> gates, CallInfo call, Own<R, X> work)
      throws X, InterruptedException, FailedException {
    var passes = new ArrayDeque<Pass>();
    try {
      pass(gates, call, passes);
      return own(work);
    } finally {
      passes.forEach(Pass::close);
    }
  }

  private static void pass(List<Gate> gates, CallInfo call, Deque<Pass> passes)
      throws InterruptedException, FailedException {
    for (var gate : gates) {
      try {
        passes.push(gate.enter(call));
      } catch (RefusedException e) {
        throw new FailedException(Failure.Kind.UPSTREAM_UNAVAILABLE, e.reason());
      }
    }
  }

  /** The call reports progress. */
  public void progressed(P progress) {
    if (way instanceof Way.Running<P, R>(var flight)) {
      flight.progressed(progress);
    }
  }

  /** The call asks its client: from now on its result is its own. */
  public void goesAlone() {
    if (way instanceof Way.Running<P, R>(var flight)) {
      results.alone(key, flight);
    }
  }

  private void land(Flight<P, R> flight, Outcome outcome) {
    var result = own;
    boolean holds = outcome instanceof Outcome.Completed && result != null && result.isKept();
    results.landed(key, flight, landing(flight, outcome, result), holds ? ttl : Duration.ZERO);
  }

  private Landing<R> landing(Flight<P, R> flight, Outcome outcome, @Nullable R result) {
    return switch (outcome) {
      case Outcome.Completed _ when result == null -> new Landing.Again<>();
      case Outcome.Completed _ ->
          result.isForOthers()
              ? new Landing.Landed<>(new Kept<>(result, result.bytes(), flight.of()))
              : new Landing.Alone<>();
      case Outcome.Failed(Failure failure) ->
          failure.kind() == Failure.Kind.LEDGER
              ? new Landing.Again<>()
              : new Landing.Failed<>(failure);
      case Outcome.Refused(String by, String reason) ->
          common.contains(by)
              ? new Landing.Failed<>(new Failure(Failure.Kind.UPSTREAM_UNAVAILABLE, reason))
              : new Landing.Again<>();
      case Outcome.TimedOut _, Outcome.Cancelled _ -> new Landing.Again<>();
    };
  }
}
