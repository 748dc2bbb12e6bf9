package dev.belay.cli;

import dev.belay.cli.command.Subcommands;
import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.HelpPage;
import dev.belay.cli.shell.Shell;
import dev.belay.cli.shell.Version;
import dev.belay.cli.wrap.WrapCommand;
import dev.belay.core.name.Nearest;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** Chooses the command. {@code wrap} is reached first, without reading a help page. */
public final class Main {
  private static final List<String> COMMANDS =
      List.of(
          "wrap", "serve", "call", "tools", "ps", "cancel", "watch", "health", "config", "probe",
          "sweep", "turn", "chat", "help");

  private Main() {}

  public static void main(String[] args) throws InterruptedException {
    var out = StandardOutput.claim();
    var err =
        new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
    var shell = Shell.real(new FileInputStream(FileDescriptor.in), out, err);
    System.exit(exit(Arrays.asList(args), shell).number());
  }

  private static ExitCode exit(List<String> args, Shell shell) throws InterruptedException {
    try {
      return run(args, shell);
    } catch (IOException e) {
      // Whoever was to read the result has left, as head(1) does.
      shell.say("belay: cannot write: " + e.getMessage());
      return ExitCode.ERROR;
    }
  }

  /** {@return how it went, for the shell} */
  static ExitCode run(List<String> args, Shell shell) throws IOException, InterruptedException {
    if (args.isEmpty()) {
      shell.err().print(HelpPage.of("belay").text());
      return ExitCode.USAGE;
    }
    var command = args.getFirst();
    var rest = args.subList(1, args.size());
    return switch (command) {
      case "wrap" -> new WrapCommand(shell).run(rest);
      case "--version", "-V", "version" -> print("belay " + Version.NUMBER + "\n", shell);
      case "--help", "-h" -> print(HelpPage.of("belay").text(), shell);
      case "help" -> help(rest, shell);
      default -> {
        var ended = Subcommands.run(command, rest, shell);
        yield ended == null ? unknown(command, shell) : ended;
      }
    };
  }

  private static ExitCode help(List<String> topic, Shell shell)
      throws IOException, InterruptedException {
    return topic.isEmpty() || topic.getFirst().equals("help")
        ? print(HelpPage.of("belay").text(), shell)
        : run(List.of(topic.getFirst(), "--help"), shell);
  }

  private static ExitCode print(String text, Shell shell) throws IOException {
    // Belay's own words need no look at what reads them, which takes a while.
    shell.out().write(text.getBytes(StandardCharsets.UTF_8));
    return ExitCode.OK;
  }

  private static ExitCode unknown(String command, Shell shell) {
    boolean option = command.startsWith("-");
    var nearest = Nearest.to(command, option ? List.of("--help", "--version") : COMMANDS);
    shell.say(
        "belay: unknown "
            + (option ? "option " : "command '")
            + command
            + (option ? "" : "'")
            + (nearest == null ? "" : "; did you mean " + nearest + "?"));
    shell.say("Try: belay --help");
    return ExitCode.USAGE;
  }

  /**
   * Keeps the real standard output for protocol and results alone: whatever else prints goes to
   * standard error.
   */
  static final class StandardOutput {

    /**
     * The property by which the launcher names the real standard output, if the JVM was given
     * another one.
     */
    static final String DESCRIPTOR = "belay.stdout";

    private StandardOutput() {}

    /**
     * Points {@code System.out} at standard error and returns the stream it hid; unbuffered. To be
     * called once, first.
     */
    static FileOutputStream claim() {
      System.setOut(
          new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8));
      Integer number = Integer.getInteger(DESCRIPTOR);
      return new FileOutputStream(number == null ? FileDescriptor.out : descriptor(number));
    }

    // No API opens a descriptor by its number: /dev/fd/3 fails on sockets, which is what some
    // clients
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
        throw new LinkageError(
            "cannot open descriptor " + number + ", named by -D" + DESCRIPTOR, e);
      }
    }
  }
}
