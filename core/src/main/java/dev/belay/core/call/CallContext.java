package dev.belay.core.call;

import dev.belay.core.cancel.Cancellation;
import dev.belay.core.cancel.StoppedException;
import dev.belay.core.time.Time;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * A call as seen by its own work: caller and arguments, cancellation, heartbeats.
 *
 * <p>Pass it explicitly to other threads: the scoped value that {@link Heartbeat#beat()} reads does
 * not cross ordinary executors. Safe for use by many threads.
 */
public final class CallContext {
  static final ScopedValue<CallContext> CURRENT = ScopedValue.newInstance();

  /** Default interval of {@link #runWithHeartbeat} (S0-20). */
  public static final Duration HEARTBEAT_INTERVAL = Duration.ofSeconds(10);

  private final Call call;

  CallContext(Call call) {
    this.call = call;
  }

  /** {@return the call's id, tool and caller} */
  public CallInfo info() {
    return call.info();
  }

  /** {@return the clock of the call's limits; work that waits must wait by it, to be testable} */
  public Time time() {
    return call.governor().time();
  }

  /** {@return the arguments} */
  public Payload arguments() {
    return call.request().arguments();
  }

  /** {@return the call itself, for reports from other threads} */
  public Call call() {
    return call;
  }

  /** {@return the cancellation of this call, which also ends with the call's parent} */
  public Cancellation cancellation() {
    return call.cancellation();
  }

  /**
   * Renews the idle limit: a sign of real progress (S0-18 … S0-21).
   *
   * @throws StoppedException once the call is cancelled or settled
   */
  public void heartbeat() {
    heartbeat(null, null, null);
  }

  /**
   * Renews the idle limit and reports progress.
   *
   * @throws StoppedException once the call is cancelled or settled
   */
  public void heartbeat(@Nullable String message, @Nullable Double done, @Nullable Double total) {
    if (!call.heartbeat(message, done, total)) {
      throw new StoppedException("The call has ended: " + call.outcome().orElseThrow().word());
    }
  }

  /**
   * Sets how to stop work of this call outside its own thread. The last setting counts; one that
   * comes after the stop is carried out at once, on a thread of its own.
   */
  public void stopWith(Stopping how) {
    call.run().stopWith(how);
  }

  /** Runs {@code work} with a heartbeat every {@link #HEARTBEAT_INTERVAL}. */
  public <T> T runWithHeartbeat(Callable<T> work) throws Exception {
    return runWithHeartbeat(HEARTBEAT_INTERVAL, work);
  }

  /**
   * Runs {@code work}, which cannot report progress, with a heartbeat from a timer.
   *
   * <p>The call is shown as <em>not progress-backed</em>: stuck work looks alive, so only the total
   * limit can end it (C17).
   *
   * @param interval more than nothing
   * @throws UnboundedHeartbeatException if the call has no total limit
   */
  public <T> T runWithHeartbeat(Duration interval, Callable<T> work) throws Exception {
    if (!interval.isPositive()) {
      throw new IllegalArgumentException("interval must be positive, not " + interval);
    }
    if (call.limits().timeout().isZero()) {
      throw new UnboundedHeartbeatException();
    }
    call.beatsByTimer();
    var _ = beat();
    try (var _ = call.governor().time().repeat(interval, () -> beat() ? interval : null)) {
      return work.call();
    }
  }

  private boolean beat() {
    // The total limit may have been removed meanwhile: then nothing would end stuck work.
    return !call.limits().timeout().isZero() && call.heartbeat(null, null, null);
  }

  /**
   * Runs {@code action} shielded from interrupts for at most {@code limit}: for the cleanup of
   * stopped work.
   *
   * @return true if it ended in time; otherwise it was interrupted and left behind
   */
  public boolean cleanup(Duration limit, Runnable action) {
    var governor = call.governor();
    var name = "belay-cleanup-" + info().id().brief();
    return Shielded.run(governor.time(), governor.threads(), name, limit, action);
  }
}
