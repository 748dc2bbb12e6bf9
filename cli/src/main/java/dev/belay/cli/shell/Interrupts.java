package dev.belay.cli.shell;

import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.atomic.AtomicBoolean;

/** Ctrl-C: the first one asks to stop, the second one does not ask. */
final class Interrupts implements Runnable {
  private final AtomicBoolean asked = new AtomicBoolean();
  private final Runnable first;

  private Interrupts(Runnable first) {
    this.first = first;
  }

  /**
   * Runs {@code first} at the first Ctrl-C. Where the JVM offers no way to hear of it, Ctrl-C ends
   * the process through its shutdown hooks.
   */
  static void toFirst(Runnable first) {
    listen(first, "INT");
  }

  /** Runs {@code first} at the first Ctrl-C or TERM, which is how a service is told to end. */
  static void toFirstStop(Runnable first) {
    listen(first, "INT", "TERM");
  }

  private static void listen(Runnable first, String... signals) {
    var interrupts = new Interrupts(first);
    try {
      for (var signal : signals) {
        interrupts.listen(signal);
      }
    } catch (ReflectiveOperationException | IllegalArgumentException _) {
      // A JVM without these signals, or one that keeps SIGINT to itself (-Xrs).
    }
  }

  // By name: the compiler warns of this class wherever it is named, and warnings end the build.
  private void listen(String name) throws ReflectiveOperationException {
    var signal = Class.forName("sun.misc.Signal");
    var handler = Class.forName("sun.misc.SignalHandler");
    var heard = MethodHandles.lookup().bind(this, "run", MethodType.methodType(void.class));
    var proxy =
        MethodHandleProxies.asInterfaceInstance(
            handler, MethodHandles.dropArguments(heard, 0, signal));
    signal
        .getMethod("handle", signal, handler)
        .invoke(null, signal.getConstructor(String.class).newInstance(name), proxy);
  }

  @Override
  public void run() {
    if (asked.compareAndSet(false, true)) {
      first.run();
    } else {
      // Without hooks: the watchdog ends what is left of the trees.
      Runtime.getRuntime().halt(ExitCode.INTERRUPTED.number());
    }
  }
}
