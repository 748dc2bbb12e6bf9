package dev.belay.tools.share;

import dev.belay.core.call.Call;
import dev.belay.core.call.CallDirectory;
import dev.belay.core.call.CallInfo;
import dev.belay.core.call.FailedException;
import dev.belay.core.call.Failure;
import dev.belay.core.call.Gate;
import dev.belay.core.call.Outcome;
import java.time.Duration;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Part of one call in shared results (S4-64, C27): it takes a kept result, waits for another
 * call's, or runs and lets others join.
 *
 * <p>The choice is made when the call passes this gate. The next gate is {@link #await}; further
 * ones go {@link #through} it, so that they hold up only a call that runs. Safe for use by many
 * threads: only the call's own thread sets {@code way}.
 *
 * @param <K> identity of a result
 * @param <P> progress of a call
 * @param <R> result of a call
 */
public final class SharedWork<K, P, R extends SharedWork.Result> implements Gate {
  private static final String NAME = "share";

  /** Work of a call that runs itself. */
  @FunctionalInterface
  public interface Own<R, X extends Exception> {
    /** Returns the result. */
    R run() throws X, InterruptedException;
  }

  /** A result that can be shared. */
  public interface Result {
    /** {@return its length when written} */
    int bytes();

    /** {@return whether it is valid for later calls} */
    boolean isKept();

    /** {@return false if it is more than a result, so that each call has to run by itself} */
    default boolean isForOthers() {
      return true;
    }
  }

  private final SharedResults<K, P, R> results;
  private final K key;
  private final Duration ttl;
  private final CallDirectory directory;
  private final Consumer<P> hearer;

  /** The gates whose refusal applies to all waiting calls; complete before the call begins. */
  private final Set<String> common = new HashSet<>();

  private volatile @Nullable Acquisition<P, R> way;
  private volatile @Nullable R own;

  /**
   * Creates the part of a call that has not chosen yet.
   *
   * @param ttl for which a result is valid; zero limits it to the calls that wait for it
   * @param directory finds the call
   * @param hearer receives progress while the call waits for another
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
    return NAME;
  }

  @Override
  public boolean mayWait() {
    return false;
  }

  @Override
  public Pass enter(CallInfo info) {
    // A call that has ended meanwhile runs nothing.
    directory.find(info.id()).ifPresent(this::find);
    return Pass.FREE;
  }

  private Acquisition<P, R> find(Call self) {
    var found = results.way(key, ttl, new SingleFlight<>(self), hearer);
    way = found;
    switch (found) {
      case Acquisition.Found<P, R>(var kept) -> self.shares(kept.of());
      case Acquisition.Joined<P, R>(var waiter) -> {
        self.shares(waiter.waitsFor());
        self.onEnd(_ -> waiter.leave());
      }
      case Acquisition.Running<P, R>(var flight) -> self.onEnd(outcome -> land(flight, outcome));
      case Acquisition.Failed<P, R> _, Acquisition.Alone<P, R> _ -> {}
    }
    return found;
  }

  /** {@return whether the call runs itself, as far as is known by now} */
  public boolean asks() {
    return way instanceof Acquisition.Running || way instanceof Acquisition.Alone;
  }

  /**
   * {@return a gate that holds up the call only if it runs itself; its refusal applies to the calls
   * that wait for this one}
   */
  public Gate through(Gate gate) {
    common.add(gate.name());
    return gate.where(this::asks);
  }

  /**
   * {@return the gate at which a call waits for the call that it has joined: within its own limits,
   * and without a worker}
   *
   * @param part the call's part, known when it reaches the gate; null if it shares nothing
   */
  public static Gate await(Supplier<? extends @Nullable SharedWork<?, ?, ?>> part) {
    return new Gate() {
      @Override
      public String name() {
        return NAME;
      }

      @Override
      public boolean runs() {
        return true;
      }

      @Override
      public Pass enter(CallInfo info) throws InterruptedException {
        Objects.requireNonNull(part.get()).await(info);
        return Pass.FREE;
      }
    }.where(() -> {
      var known = part.get();
      return known != null && known.way instanceof Acquisition.Joined;
    });
  }

  private void await(CallInfo info) throws InterruptedException {
    var self = directory.find(info.id()).orElseThrow(InterruptedException::new);
    // Silence counts against the other call, whose own limits end it.
    try (var _ = self.hold(NAME)) {
      for (var now = way; now instanceof Acquisition.Joined<P, R>(var other); ) {
        now =
            switch (other.await(self)) {
              case FlightResult.Landed<R>(var kept) -> new Acquisition.Found<>(kept);
              case FlightResult.Failed<R>(var failure) -> new Acquisition.Failed<>(failure);
              case FlightResult.Alone<R> _ -> {
                self.sharesNoMore();
                yield new Acquisition.Alone<>();
              }
              case FlightResult.Again<R> _ -> {
                self.sharesNoMore();
                yield find(self);
              }
            };
        way = now;
      }
    }
  }

  /** {@return the result: another call's, or that of {@code work}} */
  public <X extends Exception> R run(Own<R, X> work)
      throws X, InterruptedException, FailedException {
    return switch (Objects.requireNonNull(way)) {
      case Acquisition.Found<P, R>(var kept) -> kept.result();
      case Acquisition.Failed<P, R>(var failure) -> throw new FailedException(failure);
      case Acquisition.Running<P, R> _, Acquisition.Alone<P, R> _ -> {
        var result = work.run();
        own = result;
        yield result;
      }
      case Acquisition.Joined<P, R> _ ->
          throw new IllegalStateException("a call waits before it runs");
    };
  }

  /** Passes progress of the call on to the calls that wait for it. */
  public void progressed(P progress) {
    if (way instanceof Acquisition.Running<P, R>(var flight)) {
      flight.progressed(progress);
    }
  }

  /** The call asks its client: its result is not shared from now on. */
  public void goesAlone() {
    if (way instanceof Acquisition.Running<P, R>(var flight)) {
      results.alone(key, flight);
    }
  }

  private void land(SingleFlight<P, R> flight, Outcome outcome) {
    var result = own;
    boolean holds = outcome instanceof Outcome.Completed && result != null && result.isKept();
    results.landed(key, flight, landing(flight, outcome, result), holds ? ttl : Duration.ZERO);
  }

  private FlightResult<R> landing(SingleFlight<P, R> flight, Outcome outcome, @Nullable R result) {
    return switch (outcome) {
      case Outcome.Completed _ when result == null -> new FlightResult.Again<>();
      case Outcome.Completed _ ->
          result.isForOthers()
              ? new FlightResult.Landed<>(new Kept<>(result, result.bytes(), flight.of()))
              : new FlightResult.Alone<>();
      case Outcome.Failed(Failure failure) ->
          failure.kind() == Failure.Kind.LEDGER
              ? new FlightResult.Again<>()
              : new FlightResult.Failed<>(failure);
      case Outcome.Refused(String by, String reason) ->
          common.contains(by)
              ? new FlightResult.Failed<>(new Failure(Failure.Kind.UPSTREAM_UNAVAILABLE, reason))
              : new FlightResult.Again<>();
      case Outcome.TimedOut _, Outcome.Cancelled _ -> new FlightResult.Again<>();
    };
  }
}
