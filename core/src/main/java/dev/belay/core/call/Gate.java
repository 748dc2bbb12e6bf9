package dev.belay.core.call;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * A condition that a call must pass before it runs: it admits the call, makes it wait, or refuses
 * it.
 *
 * <p>Waiting at a gate does not use up the call's limits; a gate may have a limit of its own.
 */
public interface Gate {
  /** {@return the thing waited for, in one or two words} */
  String name();

  /** {@return the longest wait; zero for no limit} */
  default Duration limit() {
    return Duration.ZERO;
  }

  /** {@return the reason for refusing a call that has waited longer than {@link #limit()}} */
  default String expired() {
    return "Waited longer than " + Seconds.text(limit()) + "s for: " + name() + ".";
  }

  /** {@return false for a gate that decides at once: no call is ever shown as waiting there} */
  default boolean mayWait() {
    return true;
  }

  /**
   * {@return whether the gate computes on data from outside: then it runs on a worker, where it
   * must not wait, and the call's own limits hold meanwhile}
   */
  default boolean computes() {
    return false;
  }

  /**
   * {@return whether the call runs from this gate on: its own limits then count during the wait at
   * this gate and those behind it}
   */
  default boolean runs() {
    return false;
  }

  /** {@return this gate, passed at once unless {@code applies} holds when the call reaches it} */
  default Gate where(BooleanSupplier applies) {
    return new ConditionalGate(this, applies);
  }

  /**
   * Blocks, on the call's own thread, until the call may proceed.
   *
   * @return a pass that is closed once the call and its work have ended, or the work was abandoned
   * @throws InterruptedException if the call is cancelled while it waits: leave at once
   * @throws RefusedException if the call may not run
   */
  Pass enter(CallInfo call) throws InterruptedException, RefusedException;

  /** A gate's permission to run. */
  @FunctionalInterface
  interface Pass extends AutoCloseable {
    /** The pass of a gate that keeps no count. */
    Pass FREE = () -> {};

    @Override
    void close();
  }
}
