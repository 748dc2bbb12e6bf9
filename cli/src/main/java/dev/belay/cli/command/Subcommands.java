package dev.belay.cli.command;

import dev.belay.cli.command.Said.PlainWords;
import dev.belay.cli.server.HttpServing;
import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.Shell;
import dev.belay.cli.shell.UsageException;
import dev.belay.core.name.Nearest;
import dev.belay.core.time.Time;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Runs a subcommand from its command line to its exit code. */
public final class Subcommands {
  private Subcommands() {}

  /**
   * {@return the exit code of the subcommand of that name, after running it; null if there is none}
   *
   * @param args the words after the name
   */
  public static @Nullable ExitCode run(String name, List<String> args, Shell shell)
      throws IOException, InterruptedException {
    if (name.equals("tools") && !args.isEmpty() && args.getFirst().equals("accept")) {
      return run(new AcceptCommand(), args.subList(1, args.size()), shell);
    }
    if (name.equals("turn")) {
      return turn(args, shell);
    }
    var command = named(name);
    return command == null ? null : run(command, args, shell);
  }

  /**
   * Runs {@code belay turn run}; the word {@code run}, though the only one so far, says what to do
   * with the turn.
   */
  private static ExitCode turn(List<String> args, Shell shell)
      throws IOException, InterruptedException {
    boolean isRun = !args.isEmpty() && args.getFirst().equals("run");
    boolean asksForHelp =
        !args.isEmpty() && (args.getFirst().equals("--help") || args.getFirst().equals("-h"));
    if (isRun || asksForHelp) {
      return run(new TurnCommand(), isRun ? args.subList(1, args.size()) : args, shell);
    }
    shell.say(
        "belay turn: expected run" + (args.isEmpty() ? "" : ", found '" + args.getFirst() + "'"));
    shell.say("Try: belay turn run --help");
    return ExitCode.USAGE;
  }

  /** {@return the subcommand of that name; null if there is none} */
  static @Nullable Subcommand named(String name) {
    return switch (name) {
      case "serve" -> new ServeCommand(new HttpServing());
      case "call" -> new CallCommand();
      case "tools" -> new ToolsCommand();
      case "config" -> new ConfigCommand();
      case "probe" -> new ProbeCommand();
      case "sweep" -> new SweepCommand();
      case "ps" -> new PsCommand();
      case "logs" -> new LogsCommand(Time.system());
      case "cancel" -> new CancelCommand();
      case "jobs" -> new JobsCommand();
      case "job" -> new JobCommand();
      case "approvals" -> new ApprovalsCommand();
      case "import" -> new ImportCommand(Path.of(""));
      case "doctor" -> new DoctorCommand(Path.of(""), Time.system());
      case "token" -> new TokenCommand(Path.of(""), Time.system());
      case "health" -> new HealthCommand();
      case "watch" -> new WatchCommand();
      case "console" -> new ConsoleCommand();
      case "chat" -> new ChatCommand();
      default -> null;
    };
  }

  /** {@return the exit code of the subcommand, after running it} */
  static ExitCode run(Subcommand command, List<String> args, Shell shell)
      throws IOException, InterruptedException {
    // Everything after -- is the server's command line.
    int end = args.indexOf("--");
    var own = end < 0 ? args : args.subList(0, end);
    var server = end < 0 ? List.<String>of() : args.subList(end + 1, args.size());
    try {
      if (command instanceof ServeCommand serve) {
        var plain = PlainWords.read(own, ServeCommand.OPTIONS, ServeCommand.FLAGS);
        if (plain != null) {
          return serve.run(plain, server, shell);
        }
      }
      return Library.run(command, own, server, shell);
    } catch (UsageException e) {
      var name = Library.name(command);
      shell.say("belay " + name + ": " + e.getMessage());
      shell.say("Try: belay " + name + " --help");
      return ExitCode.USAGE;
    }
  }

  /** Parses words with the command-line library, and explains its errors. */
  static final class Library {
    private Library() {}

    /** {@return the name of the subcommand} */
    static String name(Subcommand command) {
      return command.spec().name();
    }

    static ExitCode run(Subcommand command, List<String> own, List<String> server, Shell shell)
        throws UsageException, IOException, InterruptedException {
      if (!server.isEmpty() && !command.takesServer()) {
        throw new UsageException(
            "it starts no server, so nothing stands after --. belay wrap -- CMD starts one");
      }
      var spec = command.spec();
      try {
        var line =
            new CommandLine(spec)
                .setExpandAtFiles(false)
                .setInterpolateVariables(false) // a ${NAME} in a help text is literal
                .setOverwrittenOptionsAllowed(true);
        var said = line.parseArgs(own.toArray(String[]::new));
        if (said.isUsageHelpRequested()) {
          shell.print(line.getUsageMessage(Ansi.OFF));
          return ExitCode.OK;
        }
        return command.run(said, server, shell);
      } catch (ParameterException e) {
        throw new UsageException(explained(spec, command.takesServer(), e));
      }
    }

    private static String explained(CommandSpec spec, boolean isForServer, ParameterException e) {
      if (e instanceof UnmatchedArgumentException unmatched) {
        var word = unmatched.getUnmatched().getFirst();
        if (!word.startsWith("-")) {
          return "too many words, from '"
              + word
              + "' on"
              + (isForServer ? ". A server's command goes after --" : "");
        }
        int equals = word.indexOf('=');
        var option = equals < 0 ? word : word.substring(0, equals);
        // One letter is near to all others; and most are those of npx.
        var nearest = option.length() < 3 ? null : Nearest.to(option, spec.optionsMap().keySet());
        return "unknown option "
            + option
            + (nearest == null ? "." : "; did you mean " + nearest + "?")
            + (isForServer ? " Options of the server itself go after --" : "");
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
}
