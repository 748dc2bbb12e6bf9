package dev.belay.cli;

import dev.belay.cli.wrap.WrapCommand;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Chooses the command; {@code wrap} is reached without reflection and without a command-line
 * library.
 */
public final class Main {

  private Main() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    var out = StandardOutput.claim();
    var err =
        new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
    System.exit(run(args, new FileInputStream(FileDescriptor.in), out, err));
  }

  /** {@return the exit code: 0 done, 2 not understood} */
  static int run(String[] args, InputStream in, OutputStream out, PrintStream err)
      throws IOException, InterruptedException {
    String command = args.length == 0 ? "" : args[0];
    return switch (command) {
      case "--version", "-V" -> {
        out.write(("belay " + Version.NUMBER + "\n").getBytes(StandardCharsets.UTF_8));
        yield 0;
      }
      case "wrap" ->
          new WrapCommand(System.getenv(), err)
              .run(Arrays.asList(args).subList(1, args.length), in, out);
      default -> {
        err.println("belay: unknown command '" + command + "'");
        yield 2;
      }
    };
  }
}
