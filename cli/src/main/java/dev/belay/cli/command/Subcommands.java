package dev.belay.cli.command;

import dev.belay.cli.server.HttpServing;
import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.Shell;
import dev.belay.cli.shell.UsageException;
import dev.belay.gateway.config.Nearest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Runs a subcommand from its command line to its exit code. */
public final class Subcommands {
  private Subcommands() {}

  /**
   * {@return the exit code of the subcommand of that name; null if there is none}
   *
   * @param args what follows the name
   */
  public static @Nullable ExitCode run(String name, List<String> args, Shell shell)
      throws IOException, InterruptedException {
    var command = named(name);
    return command == null ? null : run(command, args, shell);
  }

  private static @Nullable Subcommand named(String name) {
    return switch (name) {
      case "serve" -> new ServeCommand(new HttpServing());
      case "call" -> new CallCommand();
      case "tools" -> new ToolsCommand();
      case "config" -> new ConfigCommand();
      default -> null;
    };
  }

  /** {@return the exit code of this subcommand} */
  static ExitCode run(Subcommand command, List<String> args, Shell shell)
      throws IOException, InterruptedException {
    var spec = command.spec();
    try {
      // What follows is the server's command line, whatever it looks like.
      int end = args.indexOf("--");
      var own = end < 0 ? args : args.subList(0, end);
      var server = end < 0 ? List.<String>of() : args.subList(end + 1, args.size());
      var line =
          new CommandLine(spec)
              .setExpandAtFiles(false)
              .setInterpolateVariables(false) // a ${NAME} in a help text is meant as it stands
              .setOverwrittenOptionsAllowed(true);
      var said = line.parseArgs(own.toArray(String[]::new));
      if (said.isUsageHelpRequested()) {
        shell.out().write(line.getUsageMessage(Ansi.OFF).getBytes(StandardCharsets.UTF_8));
        return ExitCode.OK;
      }
      return command.run(said, server, shell);
    } catch (ParameterException e) {
      return misunderstood(spec, explained(spec, e), shell);
    } catch (UsageException e) {
      return misunderstood(spec, String.valueOf(e.getMessage()), shell);
    }
  }

  private static ExitCode misunderstood(CommandSpec spec, String why, Shell shell) {
    shell.err().println("belay " + spec.name() + ": " + why);
    shell.err().println("Try: belay " + spec.name() + " --help");
    return ExitCode.USAGE;
  }

  private static String explained(CommandSpec spec, ParameterException e) {
    if (e instanceof UnmatchedArgumentException unmatched) {
      var word = unmatched.getUnmatched().getFirst();
      if (!word.startsWith("-")) {
        return "too many words, from '" + word + "' on. A server's command goes after --";
      }
      int equals = word.indexOf('=');
      var option = equals < 0 ? word : word.substring(0, equals);
      var nearest = Nearest.to(option, spec.optionsMap().keySet());
      return "unknown option "
          + option
          + (nearest == null ? "." : "; did you mean " + nearest + "?")
          + " Options of the server itself go after --";
    }
    return e instanceof CommandLine.MissingParameterException missing
            && !missing.getMissing().isEmpty()
            && missing.getMissing().getFirst() instanceof CommandLine.Model.OptionSpec option
        ? "option " + option.longestName() + " needs a value"
        : String.valueOf(e.getMessage());
  }
}
