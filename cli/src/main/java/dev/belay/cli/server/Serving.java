package dev.belay.cli.server;

import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.Shell;
import dev.belay.config.Settings;
import java.io.IOException;

/** Stands before servers, over HTTP: what {@code belay serve} comes to when all is understood. */
@FunctionalInterface
public interface Serving {
  /**
   * Listens, says where, and serves until it is told to stop.
   *
   * @param reloading reads the configuration again, and says which of its servers are served
   * @param provisions what the servers are made of
   * @return OK once it was told to stop, ERROR if it could not listen
   */
  ExitCode run(Settings settings, Reloading reloading, Provisions provisions, Shell shell)
      throws IOException, InterruptedException;
}
