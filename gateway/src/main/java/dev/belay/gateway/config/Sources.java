package dev.belay.gateway.config;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Everything that configuration is read from, the strongest last.
 *
 * @param directory where {@code belay.yaml} is looked for; it may be missing there
 * @param file {@code --config}: read instead, and must exist; null where not given
 * @param clientFiles {@code --mcp-config}: files with the {@code mcpServers} object of MCP clients
 * @param environment all that Belay was given
 * @param flags options of the command line, in their order
 * @param wrapped the server that the command line itself describes; null where it does not
 */
public record Sources(
    Path directory,
    @Nullable Path file,
    List<Path> clientFiles,
    Map<String, String> environment,
    List<Flag> flags,
    @Nullable Wrapped wrapped) {

  public Sources {
    clientFiles = List.copyOf(clientFiles);
    environment = Map.copyOf(environment);
    flags = List.copyOf(flags);
  }
}
