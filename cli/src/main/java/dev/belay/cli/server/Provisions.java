package dev.belay.cli.server;

import dev.belay.config.ServerSettings;
import dev.belay.tools.declare.Tools;
import java.util.Map;

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
