package dev.belay.cli.server;

import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.Shell;
import dev.belay.gateway.config.ServerSettings;
import dev.belay.gateway.config.Settings;
import java.io.IOException;
import java.util.Map;

/**
 * Stands before one server, over HTTP: what {@code belay serve} comes to when all is understood.
 */
@FunctionalInterface
public interface Serving {
  /**
   * Listens, says where, and serves until it is told to stop.
   *
   * @param server one of those of {@code settings}
   * @param environment all that the server's process gets; empty for a server at a url
   * @return OK once it was told to stop, ERROR if it could not listen
   */
  ExitCode run(
      Settings settings, ServerSettings server, Map<String, String> environment, Shell shell)
      throws IOException, InterruptedException;
}
