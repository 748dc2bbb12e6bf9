package dev.belay.core.call;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The gate at which a call waits for a worker; keeps the worker for the next leg. */
final class WorkerGate implements Gate {
  private final Workers workers;
  private final String principal;
  private final Duration limit;
  private Workers.@Nullable Worker taken;

  /**
   * Creates the gate of a single wait.
   *
   * @param limit how long the call may wait; zero for no limit
   */
  WorkerGate(Workers workers, String principal, Duration limit) {
    this.workers = workers;
    this.principal = principal;
    this.limit = limit;
  }

  @Override
  public String name() {
    return Workers.NAME;
  }

  @Override
  public Duration limit() {
    return limit;
  }

  @Override
  public String expired() {
    return workers.expired(limit);
  }

  @Override
  public Pass enter(CallInfo call) throws InterruptedException, RefusedException {
    taken = workers.take(principal);
    // The worker returns by itself.
    return Pass.FREE;
  }

  Workers.Worker taken() throws InterruptedException {
    if (taken == null) {
      throw new InterruptedException("the call has ended");
    }
    return taken;
  }
}
