package dev.belay.tools.serve;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** The standard error of a tool server, for reports to people. */
final class StandardError {
  private StandardError() {}

  /** {@return the standard error of this process, flushed per line} */
  static PrintStream stream() {
    return new PrintStream(
        new FileOutputStream(FileDescriptor.err), /* autoFlush= */ true, StandardCharsets.UTF_8);
  }
}
