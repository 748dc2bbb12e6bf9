package dev.belay.core.call;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * Something a call must pass before it runs: it lets the call through, makes it wait, or refuses
 * it.
 *
 * <p>Waiting at a gate does not eat the call's limits; a gate may have one of its own.
 */
public interface Gate {
  /** {@return what the call waits for, in one or two words} */
  String name();

  /** {@return how long a call may wait here; zero for as long as it takes} */
  default Duration limit() {
    return Duration.ZERO;
  }

  /** {@return why a call is refused whose waiting took longer than {@link #limit()}} */
  default String expired() {
    return "Waited longer than " + Seconds.text(limit()) + "s for: " + name() + ".";
  }

  /** {@return false for one that decides at once: no call is ever shown as waiting there} */
  default boolean mayWait() {
    return true;
  }

  /**
   * {@return whether it computes on data from outside: then it is passed on a worker, where it must
   * not wait, and the call's own limits hold meanwhile}
   */
  default boolean computes() {
    return false;
  }

  /**
   * {@return whether a call runs from here on: its own limits count while it waits at this gate and
   * at those behind it}
   */
  default boolean runs() {
    return false;
  }

  /** {@return this gate, passed at once unless {@code applies} when the call reaches it} */
  default Gate where(BooleanSupplier applies) {
    return new ConditionalGate(this, applies);
  }

  /**
   * Blocks, on the call's own thread, until the call may go on.
   *
   * @return closed once the call and its work have ended, or the work was abandoned
   * @throws InterruptedException when the call is cancelled while it waits: leave at once
   * @throws RefusedException when the call may not run
   */
  Pass enter(CallInfo call) throws InterruptedException, RefusedException;

  /** The right to run that a gate gave. */
  @FunctionalInterface
  interface Pass extends AutoCloseable {
    /** The pass of a gate that keeps no account. */
    Pass FREE = () -> {};

    @Override
    void close();
  }
}
