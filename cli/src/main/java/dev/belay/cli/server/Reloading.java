package dev.belay.cli.server;

import dev.belay.config.Loaded;
import dev.belay.config.ServerSettings;
import dev.belay.config.Settings;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** How a configuration is read again while servers run. */
public interface Reloading {
  /** {@return every file that is read by what files say now, be it there or not} */
  Set<Path> files();

  /** {@return all of the configuration, read anew} */
  Loaded load();

  /** {@return those of its servers that are served, in their order} */
  List<ServerSettings> servers(Settings settings);
}
