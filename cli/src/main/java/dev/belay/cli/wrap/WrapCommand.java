package dev.belay.cli.wrap;

import dev.belay.cli.display.Display;
import dev.belay.cli.server.GovernedServer;
import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.Shell;
import dev.belay.cli.shell.UsageException;
import dev.belay.config.Config;
import dev.belay.config.Loaded;
import dev.belay.config.Settings;
import dev.belay.config.Sources;
import dev.belay.config.Start;
import dev.belay.core.time.Time;
import dev.belay.gateway.listing.Pins;
import dev.belay.process.spawn.ChildEnvironment;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Runs {@code belay wrap} from its command line to its exit code. */
public final class WrapCommand {
  private final Shell shell;

  /** Creates the command; the shell's standard output is for the protocol alone. */
  public WrapCommand(Shell shell) {
    this.shell = shell;
  }

  /**
   * {@return OK once the client has left, USAGE if the arguments or the configuration are wrong}
   */
  public ExitCode run(List<String> args) throws IOException, InterruptedException {
    try {
      switch (WrapArguments.parse(args)) {
        case WrapArguments.Help _ -> {
          shell.print(WrapHelp.TEXT);
          return ExitCode.OK;
        }
        case WrapArguments.Run arguments -> {
          return load(arguments);
        }
      }
    } catch (UsageException e) {
      shell.say("belay wrap: " + e.getMessage());
      shell.say("Try: belay wrap --help");
      return ExitCode.USAGE;
    }
  }

  /** {@return the help page} */
  public static String help() {
    return WrapHelp.TEXT;
  }

  private ExitCode load(WrapArguments.Run arguments) throws InterruptedException {
    GovernedServer.prepare();
    var loaded =
        Config.load(
            new Sources(
                    Path.of(""),
                    arguments.config(),
                    List.of(),
                    shell.environment(),
                    arguments.flags(),
                    arguments.server())
                .withoutAgents());
    for (var warning : loaded.warnings()) {
      shell.say("belay: warning: " + warning);
    }
    // Not a switch: its patterns would be linked at first use, which delays every start.
    if (loaded instanceof Loaded.Bad bad) {
      for (var error : bad.errors()) {
        shell.say("belay: " + error);
      }
      return ExitCode.USAGE;
    }
    return serve(((Loaded.Good) loaded).settings(), arguments);
  }

  private ExitCode serve(Settings settings, WrapArguments.Run arguments)
      throws InterruptedException {
    var spec = Objects.requireNonNull(settings.servers().get(arguments.server().name()));
    var command = (Start.Command) spec.start();
    var errors = Display.ofWords(shell.err(), shell.errIsTerminal(), Time.system());
    var server =
        new GovernedServer(
            settings,
            spec,
            ChildEnvironment.forWrap(shell.environment(), command.env()),
            settings.mayHaveJobs(),
            state(),
            GovernedServer.People.AT_CLIENT,
            errors::say,
            errors::write);
    // At TERM and INT, the process trees end before this process does.
    server.closeAtExit(errors::settle);
    try {
      server.serve(shell.in(), shell.out());
    } finally {
      server.close();
      errors.close();
    }
    return ExitCode.OK;
  }

  /** The state directory; null, so that jobs are kept in memory, if the environment has none. */
  private @Nullable Path state() {
    try {
      return Pins.directory(shell.environment()).getParent();
    } catch (IOException _) {
      return null;
    }
  }

  /** The help page of {@code belay wrap}, written by hand since {@code wrap} loads no library. */
  static final class WrapHelp {
    static final String TEXT =
        """
        Usage: belay wrap [OPTIONS] [--] COMMAND...

        Runs an MCP server behind this process's own stdin and stdout, every call of it on a rope:
        it ends in time, cancel means cancelled, and no process is left behind. This is what an MCP
        client's configuration starts, in place of COMMAND.

        Options, all times in seconds or as 500ms, 5m, 2h:
              --timeout=S          longest that a call of any tool may take in all (1800; 0 = no limit)
              --idle-timeout=S     longest silence between signs of progress (300; 0 = no limit)
                                   both override what the configuration says about some tools
              --isolation=MODE     one process for: shared, session (same with one client), call (shared)
              --era=ERA            which MCP to speak with it: legacy, modern, auto: each client's (auto)
              --on-ignored-cancel=MODE  a process that ignored a stop: replace, tell (replace)
              --spares=N           processes kept ready with --isolation call (1)
              --startup-timeout=S  how long the server may take to start (60)
              --cancel-grace=S     pause between TERM and KILL (2)
              --env=NAME=VALUE     a variable for the server's environment; may be repeated
              --name=NAME          what to call the server in messages (its program's name)
              --config=FILE        the configuration (belay.yaml here, if there is one)
          -h, --help               show this help

        Exit codes: 0 the client has left, 2 the options or the configuration are wrong.

        Examples:
          belay wrap -- npx -y @modelcontextprotocol/server-filesystem .
          belay wrap --timeout 60 --idle-timeout 20 -- python3 my_server.py
          belay wrap --isolation call -- ./legacy-server

        In .mcp.json:
          "files": { "command": "belay", "args": ["wrap", "--", "npx", "-y", "some-mcp-server"] }
        """;

    private WrapHelp() {}
  }
}
