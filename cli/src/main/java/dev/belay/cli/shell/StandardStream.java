package dev.belay.cli.shell;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;

/** Which standard stream a person may be watching, which {@link System#console()} does not tell. */
enum StandardStream {
  OUT(1),
  ERR(2);

  private final int descriptor;

  StandardStream(int descriptor) {
    this.descriptor = descriptor;
  }

  /** {@return what the C library says; false where it must not be asked} */
  @SuppressWarnings("restricted") // asked for by isNativeAccessEnabled
  boolean isTerminal() {
    if (!StandardStream.class.getModule().isNativeAccessEnabled()) {
      return false;
    }
    try {
      var linker = Linker.nativeLinker();
      var isatty =
          linker.downcallHandle(
              linker.defaultLookup().findOrThrow("isatty"),
              FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
      return (int) isatty.invokeExact(descriptor) == 1;
    } catch (Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("a call into the C library threw", e);
    }
  }
}
