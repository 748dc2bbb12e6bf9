package dev.belay.cli.server;

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

  /** How a configuration is read again while servers run. */
  public interface Reloading {
    /** {@return every file that is read by what files say now, be it there or not} */
    Set<Path> files();

    /** {@return all of the configuration, read anew} */
    Loaded load();

    /** {@return those of its servers that are served, in their order} */
    List<ServerSettings> servers(Settings settings);
  }

  /** What servers are made of, besides their settings. */
  @FunctionalInterface
  public interface Provisions {
    /** {@return all that a server's process gets; not asked for one that has none} */
    Map<String, String> environment(ServerSettings server);

    /** {@return the tools of one that is part of this program; asked for no other} */
    default Tools tools(ServerSettings server) {
      throw new IllegalStateException(server.name() + " has no tools in this program");
    }
  }
}
