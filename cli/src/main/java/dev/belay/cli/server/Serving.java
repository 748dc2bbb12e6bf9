package dev.belay.cli.server;

import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.Shell;
import dev.belay.gateway.config.ServerSettings;
import dev.belay.gateway.config.Settings;
import java.io.IOException;
import java.util.Map;
import java.util.function.Function;

/** Stands before servers, over HTTP: what {@code belay serve} comes to when all is understood. */
@FunctionalInterface
public interface Serving {
  /**
   * Listens, says where, and serves until it is told to stop.
   *
   * @param reloading reads the configuration again, and says which of its servers are served
   * @param environments all that a server's process gets; not asked for one at a url
   * @return OK once it was told to stop, ERROR if it could not listen
   */
  ExitCode run(
      Settings settings,
      Reloading reloading,
      Function<ServerSettings, Map<String, String>> environments,
      Shell shell)
      throws IOException, InterruptedException;
}
