package dev.belay.cli.wrap;

import dev.belay.cli.display.Display;
import dev.belay.cli.server.GovernedServer;
import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.UsageException;
import dev.belay.core.time.Time;
import dev.belay.gateway.config.ChildEnvironment;
import dev.belay.gateway.config.Config;
import dev.belay.gateway.config.Loaded;
import dev.belay.gateway.config.Settings;
import dev.belay.gateway.config.Sources;
import dev.belay.gateway.config.Start;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Runs {@code belay wrap} from its command line to its exit code. */
public final class WrapCommand {
  private final Map<String, String> environment;
  private final PrintStream err;

  /**
   * Takes all that Belay was given as environment; says what a person should know on {@code err}.
   */
  public WrapCommand(Map<String, String> environment, PrintStream err) {
    this.environment = environment;
    this.err = err;
  }

  /** {@return OK once the client has left, USAGE for what could not be understood} */
  public ExitCode run(List<String> args, InputStream in, OutputStream out)
      throws IOException, InterruptedException {
    try {
      switch (WrapArguments.parse(args)) {
        case WrapArguments.Help _ -> {
          out.write(WrapHelp.TEXT.getBytes(StandardCharsets.UTF_8));
          return ExitCode.OK;
        }
        case WrapArguments.Run arguments -> {
          return load(arguments, in, out);
        }
      }
    } catch (UsageException e) {
      err.println("belay wrap: " + e.getMessage());
      err.println("Try: belay wrap --help");
      return ExitCode.USAGE;
    }
  }

  private ExitCode load(WrapArguments.Run arguments, InputStream in, OutputStream out)
      throws InterruptedException {
    var loaded =
        Config.load(
            new Sources(
                    Path.of(""),
                    arguments.config(),
                    List.of(),
                    environment,
                    arguments.flags(),
                    arguments.server())
                .withoutAgents());
    for (var warning : loaded.warnings()) {
      err.println("belay: warning: " + warning);
    }
    // No switch: its patterns are linked at first use, which every start would pay for.
    if (loaded instanceof Loaded.Bad bad) {
      for (var error : bad.errors()) {
        err.println("belay: " + error);
      }
      return ExitCode.USAGE;
    }
    return serve(((Loaded.Good) loaded).settings(), arguments, in, out);
  }

  private ExitCode serve(
      Settings settings, WrapArguments.Run arguments, InputStream in, OutputStream out)
      throws InterruptedException {
    var spec = Objects.requireNonNull(settings.servers().get(arguments.server().name()));
    var command = (Start.Command) spec.start();
    var errors = Display.ofWords(err, /* isTerminal= */ false, Time.system());
    var server =
        new GovernedServer(
            settings,
            spec,
            ChildEnvironment.forWrap(environment, command.env()),
            errors::say,
            errors::write);
    // TERM and INT: the trees are gone before this process is.
    server.closeAtExit(errors::settle);
    try {
      server.serve(in, out);
    } finally {
      server.close();
      errors.close();
    }
    return ExitCode.OK;
  }
}
