package dev.belay.cli.wrap;

import dev.belay.gateway.config.Config;
import dev.belay.gateway.config.Loaded;
import dev.belay.gateway.config.Settings;
import dev.belay.gateway.config.Sources;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Runs {@code belay wrap} from its command line to its exit code. */
public final class WrapCommand {
  private static final int OK = 0;
  private static final int USAGE = 2;

  private final Map<String, String> environment;
  private final PrintStream err;

  /**
   * Takes all that Belay was given as environment; says what a person should know on {@code err}.
   */
  public WrapCommand(Map<String, String> environment, PrintStream err) {
    this.environment = environment;
    this.err = err;
  }

  /** {@return the exit code: 0 once the client has left, 2 for what could not be understood} */
  public int run(List<String> args, InputStream in, OutputStream out) throws InterruptedException {
    WrapArguments arguments;
    try {
      arguments = WrapArguments.parse(args);
    } catch (UsageException e) {
      err.println("belay wrap: " + e.getMessage());
      err.println("Try: belay wrap --help");
      return USAGE;
    }
    var loaded =
        Config.load(
            new Sources(
                Path.of(""),
                arguments.config(),
                List.of(),
                environment,
                arguments.flags(),
                arguments.server()));
    for (var warning : loaded.warnings()) {
      err.println("belay: warning: " + warning);
    }
    // No switch: its patterns are linked at first use, which every start would pay for.
    if (loaded instanceof Loaded.Bad bad) {
      bad.errors().forEach(error -> err.println("belay: " + error));
      return USAGE;
    }
    return serve(((Loaded.Good) loaded).settings(), arguments, in, out);
  }

  private int serve(Settings settings, WrapArguments arguments, InputStream in, OutputStream out)
      throws InterruptedException {
    var spec = Objects.requireNonNull(settings.servers().get(arguments.server().name()));
    var wrap = new Wrap(settings, spec, environment, line -> err.println("belay: " + line), err);
    // TERM and INT: the trees are gone before this process is.
    Runtime.getRuntime().addShutdownHook(new Thread(wrap::closeQuietly, "belay-shutdown"));
    try {
      wrap.serve(in, out);
    } finally {
      wrap.close();
    }
    return OK;
  }
}
