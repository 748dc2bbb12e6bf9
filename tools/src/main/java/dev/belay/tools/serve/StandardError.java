package dev.belay.tools.serve;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Where a server of tools says what a person may want to know. */
final class StandardError {
  private StandardError() {}

  /** {@return the standard error of this process, line by line} */
  static PrintStream stream() {
    return new PrintStream(
        new FileOutputStream(FileDescriptor.err), /* autoFlush= */ true, StandardCharsets.UTF_8);
  }
}
