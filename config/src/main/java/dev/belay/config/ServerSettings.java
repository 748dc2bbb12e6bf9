package dev.belay.config;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How one upstream is come by and which limits hold for it: {@code mcpServers.<name>}.
 *
 * @param name key in {@code mcpServers}, and the prefix of {@code server__tool}
 * @param start what to start, or where it is
 * @param timeout total limit of its calls; zero is none, null is inherited
 * @param idleTimeout longest silence of its calls; zero is none, null is inherited
 * @param startupTimeout how long {@code initialize} may take; zero is without limit
 * @param cancelGrace what it gets to react to a cancellation, and a process to TERM before KILL;
 *     zero is none
 * @param isolation who shares a process, or a session with a server at a url, which is never {@link
 *     Isolation#CALL}
 * @param era in which it is spoken to
 * @param onIgnoredCancel what becomes of a process that does not obey a stop
 * @param spares how many processes wait for calls to come, under {@link Isolation#CALL}
 * @param onChange what becomes of its tools that change; null is inherited
 * @param tools which of its tools there are for anybody
 * @param fromCommandLine true for the one server of the command line, whose keys are flags
 */
public record ServerSettings(
    String name,
    Start start,
    @Nullable Duration timeout,
    @Nullable Duration idleTimeout,
    Duration startupTimeout,
    Duration cancelGrace,
    Isolation isolation,
    EraPolicy era,
    OnIgnoredCancel onIgnoredCancel,
    int spares,
    @Nullable OnChange onChange,
    ToolLists tools,
    boolean fromCommandLine) {
  /** How many spares there are where nothing is said. */
  static final int SPARES = 1;

  /** {@return a server with nothing but a name and a command} */
  public static ServerSettings defaults(String name, String command) {
    return defaults(name, new Start.Command(command, List.of(), Map.of(), null), Isolation.SHARED);
  }

  /** {@return a server with nothing but a name and an address} */
  public static ServerSettings defaults(String name, URI uri) {
    return defaults(name, new Start.Url(uri, Map.of()), Isolation.SESSION);
  }

  /** {@return tools of this program, which are stopped as quickly as all else} */
  public static ServerSettings ofProgram(String name, String program, Duration cancelGrace) {
    var start = new Start.Native(program);
    return of(name, start, Duration.ZERO, cancelGrace, Isolation.SHARED);
  }

  private static ServerSettings defaults(String name, Start start, Isolation isolation) {
    var mcp = McpSettings.defaults();
    return of(name, start, mcp.startupTimeout(), mcp.cancelGrace(), isolation);
  }

  private static ServerSettings of(
      String name,
      Start start,
      Duration startupTimeout,
      Duration cancelGrace,
      Isolation isolation) {
    return new ServerSettings(
        name,
        start,
        null,
        null,
        startupTimeout,
        cancelGrace,
        isolation,
        EraPolicy.AUTO,
        OnIgnoredCancel.REPLACE,
        SPARES,
        null,
        ToolLists.OPEN,
        false);
  }

  /** {@return the path of one of this server's keys, such as {@code mcpServers.files.timeout}} */
  String key(String leaf) {
    return Keys.SERVERS + "." + name + "." + leaf;
  }

  /** {@return what a user sets to change one of its keys: the flag, or the path of the key} */
  public String lever(String leaf) {
    return fromCommandLine ? "--" + leaf.replace('_', '-') : key(leaf);
  }
}
