package dev.belay.process.tree;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * The three system calls that the JDK does not offer, bound at first use.
 *
 * <p>Binding takes tens of milliseconds, so code on the path of a start may call no method here but
 * {@link #isAllowed()}.
 */
final class Posix {
  private static final int PR_SET_CHILD_SUBREAPER = 36;
  private static final int WNOHANG = 1;

  private Posix() {}

  /** {@return true if the JVM was started with native access for this module} */
  static boolean isAllowed() {
    return Posix.class.getModule().isNativeAccessEnabled();
  }

  /** Binds the calls that are not needed at once but must be fast when they are. */
  static void warmUp() {
    kill(Long.MAX_VALUE, Signal.CONT);
  }

  static void kill(long pid, Signal signal) {
    if (pid > 1 && pid < Integer.MAX_VALUE) { // 0 and below address groups, including that of Belay
      call(Bound.KILL, (int) pid, signal.number());
    }
  }

  /**
   * Makes this process the parent of its orphaned descendants; false if the system cannot do that.
   */
  static boolean becomeSubReaper() {
    return LinuxProcessTable.isHere() && call(BoundOnLinux.PRCTL, PR_SET_CHILD_SUBREAPER, 1L) == 0;
  }

  /** Reaps one zombie child, if it is one, so that its pid is free again. */
  static boolean reap(long pid) {
    return call(Bound.WAITPID, (int) pid, MemorySegment.NULL, WNOHANG) == pid;
  }

  private static int call(MethodHandle function, Object... arguments) {
    try {
      return (int) function.invokeWithArguments(arguments);
    } catch (Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("a call into the C library threw", e);
    }
  }

  @SuppressWarnings("restricted") // permitted by the flag that isAllowed() checks
  private static MethodHandle bind(String name, FunctionDescriptor type, Linker.Option... options) {
    var linker = Linker.nativeLinker();
    return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), type, options);
  }

  private static final class Bound {
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;

    static final MethodHandle KILL = bind("kill", FunctionDescriptor.of(INT, INT, INT));
    static final MethodHandle WAITPID =
        bind("waitpid", FunctionDescriptor.of(INT, INT, ValueLayout.ADDRESS, INT));
  }

  /** A class of its own, since macOS has no such call. */
  private static final class BoundOnLinux {
    static final MethodHandle PRCTL =
        bind(
            "prctl",
            FunctionDescriptor.of(
                ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG),
            Linker.Option.firstVariadicArg(1));
  }
}
