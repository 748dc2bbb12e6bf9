package dev.belay.config;

import dev.belay.config.Sources.Flag;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * All sources of the configuration, the strongest last.
 *
 * @param directory the place of {@code belay.yaml}, which may be missing there
 * @param file {@code --config}: read instead, and must exist; null if not given
 * @param clientFiles {@code --mcp-config}: files with the {@code mcpServers} object of MCP clients
 * @param environment the whole environment of Belay
 * @param flags options of the command line, in their order
 * @param wrapped the server that the command line itself describes; null if it does not
 * @param needed servers that the command cannot do without; others of clients' files are left out
 *     if invalid
 * @param withAgents whether {@code models} and {@code agents} are read: without agents the
 *     variables with keys of models may be missing
 */
public record Sources(
    Path directory,
    @Nullable Path file,
    List<Path> clientFiles,
    Map<String, String> environment,
    List<Flag> flags,
    @Nullable Wrapped wrapped,
    Set<String> needed,
    boolean withAgents) {

  public Sources {
    clientFiles = List.copyOf(clientFiles);
    environment = Map.copyOf(environment);
    flags = List.copyOf(flags);
    needed = Set.copyOf(needed);
  }

  /** Creates sources with agents, none of whose servers is needed more than another. */
  public Sources(
      Path directory,
      @Nullable Path file,
      List<Path> clientFiles,
      Map<String, String> environment,
      List<Flag> flags,
      @Nullable Wrapped wrapped) {
    this(directory, file, clientFiles, environment, flags, wrapped, Set.of(), true);
  }

  /** {@return these sources, where the servers are needed} */
  public Sources needing(Set<String> servers) {
    return new Sources(
        directory, file, clientFiles, environment, flags, wrapped, servers, withAgents);
  }

  /** {@return these sources without agents} */
  public Sources withoutAgents() {
    return new Sources(
        directory, file, clientFiles, environment, flags, wrapped, needed, /* withAgents= */ false);
  }

  /** {@return every file that is read, whether or not it exists} */
  public List<Path> files() {
    var files = new ArrayList<>(clientFiles);
    files.add(file == null ? directory.resolve(Config.FILE) : file);
    return files;
  }

  /**
   * One option of the command line, already split from its text.
   *
   * @param name as the user typed it, such as {@code --idle-timeout}: the origin of the value
   * @param key path it sets, such as {@code mcp.timeout} or {@code mcpServers.files.env}
   * @param text value as typed; {@code NAME=value} for {@code env}
   */
  public record Flag(String name, String key, String text) {
    /** {@return a flag that sets a key of one server, like those of {@code belay wrap}} */
    public static Flag ofServer(String name, String server, String leaf, String text) {
      return new Flag(name, ServerSettings.SERVERS.name() + "." + server + "." + leaf, text);
    }
  }

  /**
   * The one server of a command line, after {@code --} or at {@code --url}: it replaces all servers
   * in files.
   *
   * @param name its name in messages and in {@code server__tool}
   * @param command the program to start, as typed; null if a {@link Flag} sets its URL
   * @param args its arguments, as typed
   */
  public record Wrapped(String name, @Nullable String command, List<String> args) {
    public Wrapped {
      args = List.copyOf(args);
    }

    /** {@return a running server, whose URL is set by a flag} */
    public static Wrapped atUrl(String name) {
      return new Wrapped(name, null, List.of());
    }
  }
}
