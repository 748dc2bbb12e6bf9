package dev.belay.cli.wrap;

import dev.belay.cli.display.Display;
import dev.belay.cli.server.GovernedServer;
import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.HelpPage;
import dev.belay.cli.shell.Shell;
import dev.belay.cli.shell.UsageException;
import dev.belay.config.Config;
import dev.belay.config.Loaded;
import dev.belay.config.Settings;
import dev.belay.config.Sources;
import dev.belay.config.Start;
import dev.belay.core.time.Time;
import dev.belay.process.spawn.ChildEnvironment;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/** Runs {@code belay wrap} from its command line to its exit code. */
public final class WrapCommand {
  private final Shell shell;

  /** Takes what Belay was given; its standard output is for the protocol alone. */
  public WrapCommand(Shell shell) {
    this.shell = shell;
  }

  /** {@return OK once the client has left, USAGE for what could not be understood} */
  public ExitCode run(List<String> args) throws IOException, InterruptedException {
    try {
      switch (WrapArguments.parse(args)) {
        case WrapArguments.Help _ -> {
          shell.print(HelpPage.of("wrap").text());
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

  private ExitCode load(WrapArguments.Run arguments) throws InterruptedException {
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
    // No switch: its patterns are linked at first use, which every start would pay for.
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
            errors::say,
            errors::write);
    // TERM and INT: the trees are gone before this process is.
    server.closeAtExit(errors::settle);
    try {
      server.serve(shell.in(), shell.out());
    } finally {
      server.close();
      errors.close();
    }
    return ExitCode.OK;
  }
}
