package dev.belay.cli.command;

import dev.belay.cli.command.ServerOptions.HttpOption;
import dev.belay.cli.remote.GatewayTrouble;
import dev.belay.cli.server.HttpServing;
import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.HelpPage;
import dev.belay.cli.shell.Shell;
import dev.belay.cli.shell.UsageException;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

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
    if (name.equals("tools") && !args.isEmpty() && args.getFirst().equals("accept")) {
      return run("tools accept", new AcceptCommand(), args.subList(1, args.size()), shell);
    }
    if (name.equals("turn")) {
      return turn(args, shell);
    }
    var command = named(name);
    return command == null ? null : run(name, command, args, shell);
  }

  /**
   * One word is all there is today; without it nobody could tell what is to be done with a turn.
   */
  private static ExitCode turn(List<String> args, Shell shell)
      throws IOException, InterruptedException {
    boolean isRun = !args.isEmpty() && args.getFirst().equals("run");
    boolean asksForHelp =
        !args.isEmpty() && (args.getFirst().equals("--help") || args.getFirst().equals("-h"));
    if (isRun || asksForHelp) {
      return run("turn run", new TurnCommand(), isRun ? args.subList(1, args.size()) : args, shell);
    }
    shell.say(
        "belay turn: expected run" + (args.isEmpty() ? "" : ", found '" + args.getFirst() + "'"));
    shell.say("Try: belay turn run --help");
    return ExitCode.USAGE;
  }

  private static @Nullable Subcommand named(String name) {
    return switch (name) {
      case "serve" -> new ServeCommand(new HttpServing());
      case "call" -> new CallCommand();
      case "tools" -> new ToolsCommand();
      case "config" -> new ConfigCommand();
      case "probe" -> new ProbeCommand();
      case "sweep" -> new SweepCommand();
      case "ps" -> new PsCommand();
      case "cancel" -> new CancelCommand();
      case "health" -> new HealthCommand();
      case "watch" -> new WatchCommand();
      case "chat" -> new ChatCommand();
      default -> null;
    };
  }

  /** {@return the exit code of this subcommand} */
  static ExitCode run(String name, Subcommand command, List<String> args, Shell shell)
      throws IOException, InterruptedException {
    // What follows is the server's command line, whatever it looks like.
    int end = args.indexOf("--");
    var own = end < 0 ? args : args.subList(0, end);
    var server = end < 0 ? List.<String>of() : args.subList(end + 1, args.size());
    try {
      var page = HelpPage.of(name.replace(' ', '-'), HttpOption::rows);
      var said = Said.read(page, own);
      if (said.asksForHelp()) {
        shell.print(page.text());
        return ExitCode.OK;
      }
      return command.run(said, server, shell);
    } catch (UsageException e) {
      shell.say("belay " + name + ": " + e.getMessage());
      shell.say("Try: belay " + name + " --help");
      return ExitCode.USAGE;
    } catch (GatewayTrouble e) {
      shell.say("belay: " + e.text());
      return ExitCode.ERROR;
    }
  }
}
