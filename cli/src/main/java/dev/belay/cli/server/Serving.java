package dev.belay.cli.server;

import dev.belay.cli.log.LogStyle;
import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.Shell;
import dev.belay.config.Loaded;
import dev.belay.config.ServerSettings;
import dev.belay.config.Settings;
import dev.belay.tools.declare.Tools;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Serves servers over HTTP: what {@code belay serve} does once its settings are loaded. */
@FunctionalInterface
public interface Serving {
  /**
   * Listens, reports the address, and serves until told to stop.
   *
   * @param reloading reloads the configuration and selects the servers to serve
   * @param provisions process environment and native tools of the servers
   * @param style how it writes its log
   * @return OK once it was told to stop, ERROR if it could not listen
   */
  ExitCode run(
      Settings settings, Reloading reloading, Provisions provisions, LogStyle style, Shell shell)
      throws IOException, InterruptedException;

  /** Reloads the configuration while servers run. */
  public interface Reloading {
    /**
     * {@return every file of the configuration, existing or not, according to its current content}
     */
    Set<Path> files();

    /** {@return the whole configuration, read again} */
    Loaded load();

    /** {@return the servers of {@code settings} that are served, in configuration order} */
    List<ServerSettings> servers(Settings settings);
  }

  /** Process environment and native tools of servers. */
  @FunctionalInterface
  public interface Provisions {
    /**
     * {@return the whole environment of a server's process; not called for a server without one}
     */
    Map<String, String> environment(ServerSettings server);

    /** {@return the tools of a server that is part of this program; not called for any other} */
    default Tools tools(ServerSettings server) {
      throw new IllegalStateException(server.name() + " has no tools in this program");
    }
  }
}
