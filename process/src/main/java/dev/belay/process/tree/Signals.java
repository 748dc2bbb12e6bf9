package dev.belay.process.tree;

/** Sends signals to processes. One that is gone, or not ours, is passed over in silence. */
@FunctionalInterface
public interface Signals {
  /** Sends one signal to the process that has that number now. */
  void send(long pid, Signal signal);

  /** {@return the best way to send that this process is allowed} */
  static Signals ofThisMachine() {
    return Posix.isAllowed() ? Posix::kill : new HandleSignals();
  }
}
