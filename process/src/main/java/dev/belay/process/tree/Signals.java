package dev.belay.process.tree;

/** Sends signals to processes. A process that is gone, or belongs to another user, is ignored. */
@FunctionalInterface
public interface Signals {
  /** Sends one signal to the present process with that pid. */
  void send(long pid, Signal signal);

  /** {@return the best available implementation for this process} */
  static Signals ofThisMachine() {
    return Posix.isAllowed() ? Posix::kill : new HandleSignals();
  }
}
