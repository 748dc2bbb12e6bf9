package dev.belay.process.tree;

import java.lang.reflect.Proxy;

/**
 * The signal that tells a parent of a child's end; the JDK itself does not listen to it.
 *
 * <p>By reflection: the type is exported, but naming it is a warning that cannot be silenced.
 */
final class ChildSignal {
  private ChildSignal() {}

  /** Runs {@code action} after each, on a thread of the JVM's; false if this JVM cannot tell. */
  static boolean onEach(Runnable action) {
    try {
      Class.forName("java.lang.ProcessImpl"); // sets the handler back when it loads, so before ours
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
