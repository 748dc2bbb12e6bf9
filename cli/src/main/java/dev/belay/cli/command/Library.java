package dev.belay.cli.command;

import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.Shell;
import dev.belay.cli.shell.UsageException;
import dev.belay.core.name.Nearest;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Has the command-line library read what is said, and explain what cannot be understood. */
final class Library {
  private Library() {}

  /** {@return what the subcommand is called} */
  static String name(Subcommand command) {
    return command.spec().name();
  }

  static ExitCode run(Subcommand command, List<String> own, List<String> server, Shell shell)
      throws UsageException, IOException, InterruptedException {
    var spec = command.spec();
    try {
      var line =
          new CommandLine(spec)
              .setExpandAtFiles(false)
              .setInterpolateVariables(false) // a ${NAME} in a help text is meant as it stands
              .setOverwrittenOptionsAllowed(true);
      var said = line.parseArgs(own.toArray(String[]::new));
      if (said.isUsageHelpRequested()) {
        shell.print(line.getUsageMessage(Ansi.OFF));
        return ExitCode.OK;
      }
      return command.run(said, server, shell);
    } catch (ParameterException e) {
      throw new UsageException(explained(spec, e));
    }
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
        ? missing(missing.getMissing().getFirst(), e)
        : String.valueOf(e.getMessage());
  }

  private static String missing(ArgSpec what, ParameterException e) {
    return switch (what) {
      case OptionSpec option -> "option " + option.longestName() + " needs a value";
      case PositionalParamSpec word ->
          word.paramLabel() + " is missing: " + String.join(" ", word.description());
      default -> String.valueOf(e.getMessage());
    };
  }
}
