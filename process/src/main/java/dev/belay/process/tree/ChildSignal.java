package dev.belay.process.tree;

import java.lang.reflect.Proxy;

/**
 * Listens to the signal of a child's end; the JDK itself does not.
 *
 * <p>By reflection: the type is exported, but naming it is a warning that cannot be suppressed.
 */
final class ChildSignal {
  private ChildSignal() {}

  /**
   * Runs {@code action} after each signal, on a thread of the JVM; false if this JVM has no such
   * signals.
   */
  static boolean onEach(Runnable action) {
    try {
      Class.forName("java.lang.ProcessImpl"); // resets the handler when it loads, so load it first
      var signal = Class.forName("sun.misc.Signal");
      var handler = Class.forName("sun.misc.SignalHandler");
      var ours =
          Proxy.newProxyInstance(
              handler.getClassLoader(),
              new Class<?>[] {handler},
              (_, _, _) -> {
                action.run();
                return null;
              });
      signal
          .getMethod("handle", signal, handler)
          .invoke(null, signal.getConstructor(String.class).newInstance("CHLD"), ours);
      return true;
    } catch (ReflectiveOperationException e) {
      return false;
    }
  }
}
