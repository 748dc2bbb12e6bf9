package dev.belay.gateway.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How one upstream is started and which limits hold for it: {@code mcpServers.<name>}.
 *
 * @param name key in {@code mcpServers}, and the prefix of {@code server__tool}
 * @param command program to start, looked up on the PATH
 * @param args its arguments
 * @param env variables it gets on top of what every child gets ({@link ChildEnvironment})
 * @param cwd directory it starts in; null is Belay's own, against which a relative one resolves
 * @param timeout total limit of its calls; zero is none, null is inherited
 * @param idleTimeout longest silence of its calls; zero is none, null is inherited
 * @param startupTimeout how long {@code initialize} may take; zero is without limit
 * @param cancelGrace pause between TERM and KILL; zero is none
 * @param isolation who shares a process
 * @param fromCommandLine true for the server after {@code belay wrap --}, whose keys are flags
 */
public record ServerSettings(
    String name,
    String command,
    List<String> args,
    Map<String, String> env,
    @Nullable Path cwd,
    @Nullable Duration timeout,
    @Nullable Duration idleTimeout,
    Duration startupTimeout,
    Duration cancelGrace,
    Isolation isolation,
    boolean fromCommandLine) {

  public ServerSettings {
    args = List.copyOf(args);
    env = Collections.unmodifiableMap(new LinkedHashMap<>(env));
  }

  /** {@return a server with nothing but a name and a command} */
  public static ServerSettings defaults(String name, String command) {
    var mcp = McpSettings.defaults();
    return new ServerSettings(
        name,
        command,
        List.of(),
        Map.of(),
        null,
        null,
        null,
        mcp.startupTimeout(),
        mcp.cancelGrace(),
        Isolation.SHARED,
        false);
  }

  /** {@return the path of one of this server's keys, such as {@code mcpServers.files.timeout}} */
  String key(String leaf) {
    return Keys.SERVERS + "." + name + "." + leaf;
  }

  /** {@return what a user sets to change one of its keys: the flag, or the path of the key} */
  String lever(String leaf) {
    return fromCommandLine ? "--" + leaf.replace('_', '-') : key(leaf);
  }
}
