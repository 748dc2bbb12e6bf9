package dev.belay.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;

/**
 * Reserves the real standard output for protocol and results; anything else that prints goes to
 * standard error.
 */
final class StandardOutput {

  /**
   * Property with which the launcher names the real standard output, if the JVM was given another.
   */
  static final String DESCRIPTOR = "belay.stdout";

  private StandardOutput() {}

  /**
   * Points {@code System.out} at standard error and returns the real stream, unbuffered. Must be
   * called once, first.
   */
  static FileOutputStream claim() {
    System.setOut(
        new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8));
    Integer number = Integer.getInteger(DESCRIPTOR);
    return new FileOutputStream(number == null ? FileDescriptor.out : descriptor(number));
  }

  // No API opens a descriptor by its number, and /dev/fd/3 fails on sockets, which some clients
  // give a child.
  private static FileDescriptor descriptor(int number) {
    try {
      var constructor = FileDescriptor.class.getDeclaredConstructor(int.class);
      constructor.setAccessible(true);
      return constructor.newInstance(number);
    } catch (NoSuchMethodException
        | InstantiationException
        | IllegalAccessException
        | InvocationTargetException e) {
      throw new LinkageError("cannot open descriptor " + number + ", named by -D" + DESCRIPTOR, e);
    }
  }
}
