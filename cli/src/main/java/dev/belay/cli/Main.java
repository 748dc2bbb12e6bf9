package dev.belay.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * Chooses the command; {@code wrap} is reached without reflection and without a command-line
 * library.
 */
public final class Main {

  private Main() {}

  public static void main(String[] args) throws IOException {
    try (var out = StandardOutput.claim()) {
      var err =
          new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
      System.exit(run(args, out, err));
    }
  }

  /** {@return the exit code: 0 done, 2 not understood} */
  static int run(String[] args, OutputStream out, PrintStream err) throws IOException {
    String command = args.length == 0 ? "" : args[0];
    return switch (command) {
      case "--version", "-V" -> {
        out.write(("belay " + Version.NUMBER + "\n").getBytes(StandardCharsets.UTF_8));
        yield 0;
      }
      default -> {
        err.println("belay: unknown command '" + command + "'");
        yield 2;
      }
    };
  }
}
