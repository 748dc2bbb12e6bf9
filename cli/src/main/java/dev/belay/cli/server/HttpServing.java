package dev.belay.cli.server;

import dev.belay.cli.display.Display;
import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.Shell;
import dev.belay.core.time.Time;
import dev.belay.gateway.config.ServerSettings;
import dev.belay.gateway.config.Settings;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** {@code belay serve}, from settings that are understood to its exit code. */
public final class HttpServing implements Serving {
  /** Serves nothing yet. */
  public HttpServing() {}

  @Override
  public ExitCode run(
      Settings settings, ServerSettings server, Map<String, String> environment, Shell shell)
      throws InterruptedException {
    var errors = Display.ofWords(shell.err(), Time.system());
    try {
      var stop = new CompletableFuture<Boolean>();
      shell.onStop().accept(() -> stop.complete(true));
      var gateway = new GatewayServer(settings, server, environment, errors::say, errors::write);
      try {
        var trouble = gateway.trouble();
        if (trouble != null) {
          errors.say(trouble);
        }
        errors.say("listening on " + gateway.url());
        var _ = stop.join();
      } finally {
        gateway.close();
      }
      return ExitCode.OK;
    } catch (IOException e) {
      errors.say(why(e));
      return ExitCode.ERROR;
    } finally {
      errors.close();
    }
  }

  private static String why(IOException e) {
    var text = String.valueOf(e.getMessage());
    var cause = e.getCause();
    return cause == null
        ? text
        : text + " (" + cause.getMessage() + "). Choose another with --port, or --port 0 for any.";
  }
}
