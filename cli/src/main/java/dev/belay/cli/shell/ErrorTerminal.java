package dev.belay.cli.shell;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;

/** Whether standard error is a terminal, which {@link System#console()} does not tell. */
final class ErrorTerminal {
  private static final int STANDARD_ERROR = 2;

  private ErrorTerminal() {}

  /** {@return what the C library says; false where it must not be asked} */
  @SuppressWarnings("restricted") // asked for by isNativeAccessEnabled
  static boolean isThere() {
    if (!ErrorTerminal.class.getModule().isNativeAccessEnabled()) {
      return false;
    }
    try {
      var linker = Linker.nativeLinker();
      var isatty =
          linker.downcallHandle(
              linker.defaultLookup().findOrThrow("isatty"),
              FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
      return (int) isatty.invokeExact(STANDARD_ERROR) == 1;
    } catch (Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("a call into the C library threw", e);
    }
  }
}
